import { TenantName } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { useCreateTenant } from './use-tenants.ts';

interface AddTenantDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

/** Adds a tenant to a company. */
export function AddTenantDialog({ companyId, opened, onClose }: AddTenantDialogProps) {
  const { t } = useTranslation();
  const create = useCreateTenant(companyId);

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.adding.title')}
      label={t('tenants.field.name')}
      submitLabel={t('tenants.adding.submit')}
      schema={TenantName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name }) => t('tenants.adding.done', { name })}
    />
  );
}
