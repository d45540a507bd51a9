import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusedActs } from './use-refused-acts.ts';

const RefusedActsDialog = lazyDialog(async () => (await import('./dialogs.ts')).RefusedActsDialog);

/** Says that somebody did something at a kiosk without a network which could not be done afterwards. */
export function RefusedActsNotice({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const [opened, dialog] = useDisclosure();
  const { data } = useRefusedActs(companyId);
  const count = data?.page?.total ?? 0;
  return (
    <>
      {count > 0 && (
        <Notice
          kind="information"
          action={
            <Button variant="secondary" size="small" onClick={dialog.open}>
              {t('visitors.refused.open')}
            </Button>
          }
        >
          {t('visitors.refused.notice', { count })}
        </Notice>
      )}
      <RefusedActsDialog companyId={companyId} opened={opened} onClose={dialog.close} />
    </>
  );
}
