import { useTranslation } from 'react-i18next';
import { TextLink } from './Link.tsx';
import { Notice } from './Notice.tsx';
import { useMissingChannels, useServices } from './use-services.ts';

export function ServiceNotice() {
  const { t } = useTranslation();
  const [first, second] = useMissingChannels();
  if (!first) return null;
  return (
    <Notice kind="information">
      {t(`ui.notSetUp.${second ? 'both' : first}`)} <DemoMails />
    </Notice>
  );
}

/** Links the mails of the demo, which are not sent. Nothing outside the demo. */
export function DemoMails() {
  const { t } = useTranslation();
  const services = useServices();
  if (!services.data?.showsMails) return null;
  return (
    <TextLink to="/dev/mail" reloadDocument target="_blank">
      {t('ui.notSetUp.demo')}
    </TextLink>
  );
}
