import { useTranslation } from 'react-i18next';
import { Notice } from './Notice.tsx';
import { useMissingChannels } from './use-services.ts';

export function ServiceNotice() {
  const { t } = useTranslation();
  const [first, second] = useMissingChannels();
  if (!first) return null;
  return <Notice kind="information">{t(`ui.notSetUp.${second ? 'both' : first}`)}</Notice>;
}
