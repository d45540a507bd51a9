import { IntegrationForm } from '@vestibule/contract/building/directory.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useMay } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import classes from './directory.module.css';
import { typedOf } from './integration-form.ts';
import { IntegrationFields } from './IntegrationFields.tsx';
import { SyncStatus } from './SyncStatus.tsx';
import { useSynchronization } from './use-directory.ts';

interface ConnectedDialogProps {
  tenant: Tenant;
  opened: boolean;
  onClose: () => void;
  onSynchronize: (tenant: Tenant) => void;
  onRemove: (tenant: Tenant) => void;
  onRenew: () => void;
}

/** After these outcomes an administrator must grant access again. */
const ended = ['consentRevoked', 'secretExpired', 'serviceAccountRequired'];

export function ConnectedDialog({ tenant, opened, onClose, onSynchronize, onRemove, onRenew }: ConnectedDialogProps) {
  const { t } = useTranslation();
  const may = useMay();
  const form = useZodForm(IntegrationForm, { values: typedOf(tenant) });
  const { data: sync } = useSynchronization(tenant.id, opened);
  const hasEnded = ended.some((failure) => failure === sync?.lastFailure);

  return (
    <Dialog opened={opened} onClose={onClose} title={t('directory.connect', { tenant: tenant.name })} width={440}>
      <div className={classes.content}>
        <IntegrationFields form={form} isLocked hidesSecrets />
        <p className={classes.help}>{t('directory.locked')}</p>
        {sync && <SyncStatus sync={sync} />}
        {hasEnded && (
          <Button variant="secondary" onClick={onRenew}>
            {t('directory.renew')}
          </Button>
        )}
        <DialogButtons>
          {may('directory.remove') && (
            <Button variant="danger-flat" onClick={() => onRemove(tenant)}>
              {t('directory.remove')}
            </Button>
          )}
          <Button
            data-autofocus
            onClick={() => onSynchronize({ ...tenant, lastSyncAt: sync?.lastSuccessAt ?? tenant.lastSyncAt })}
          >
            {t('directory.synchronize')}
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
