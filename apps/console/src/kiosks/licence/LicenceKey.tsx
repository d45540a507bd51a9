import type { Licence } from '@vestibule/contract/kiosks/licence.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Copy } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toast.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import classes from './LicenceKey.module.css';

interface LicenceKeyProps {
  licence: Licence;
  selection: Selection;
}

/** A key, the box that selects it, and the button that copies it. */
export function LicenceKey({ licence: { id, key, mac, folderId }, selection }: LicenceKeyProps) {
  const { t } = useTranslation();
  const isSelected = selection.ids.has(id);
  // One that a device took after it was selected can still be let go.
  const mayChange = isSelected || (mac === null && !selection.isFull);

  const copy = async () => {
    const isCopied = await copyText(key);
    toast(isCopied ? t('licences.key.copied', { key }) : t('licences.key.notCopied'));
  };

  return (
    <div className={classes.line}>
      <Checkbox
        label={key}
        isChecked={isSelected}
        isDisabled={!mayChange}
        onChange={(isChecked) => selection.set({ id, group: folderId }, isChecked)}
      />
      <IconButton icon={Copy} label={t('licences.key.action.copy', { key })} onClick={copy} />
    </div>
  );
}
