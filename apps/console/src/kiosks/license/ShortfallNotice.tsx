import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { X } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/Notice.tsx';
import classes from './license.module.css';

export interface Shortfall {
  folder: string;
  added: number;
  unsuccessful: number;
}

interface ShortfallNoticeProps {
  shortfall: Shortfall;
  onClose: () => void;
}

export function ShortfallNotice({ shortfall, onClose }: ShortfallNoticeProps) {
  const { t } = useTranslation();
  const { folder, added, unsuccessful } = shortfall;
  return (
    <Notice kind="problem">
      <div className={classes.shortfallNoticeLine}>
        <p className={classes.words}>
          {t('licenses.key.adding.unsuccessful', {
            folder,
            number: added,
            unsuccessful,
          })}
        </p>
        <IconButton icon={X} label={t('ui.button.close')} onClick={onClose} />
      </div>
    </Notice>
  );
}
