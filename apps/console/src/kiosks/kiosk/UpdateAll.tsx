import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { useKioskCount } from './use-kiosks.ts';

const UpdateAllDialog = lazyDialog(async () => (await import('./dialogs.ts')).UpdateAllDialog);

/** The button that updates every kiosk at once, while any is online. */
export function UpdateAll({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const [asking, dialog] = useDisclosure();
  const { data: page } = useKioskCount(companyId, 'online');
  return (
    <>
      {page && page.total > 0 && (
        <Button variant="secondary" onClick={dialog.open}>
          {t('kiosks.updatingAll.open')}
        </Button>
      )}
      <UpdateAllDialog companyId={companyId} opened={asking} onClose={dialog.close} />
    </>
  );
}
