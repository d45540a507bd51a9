import { type Tenant, TenantName } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useRenameTenant } from './use-tenants.ts';

/** Renames a tenant. */
export function RenameTenantDialog(dialog: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const rename = useRenameTenant();
  return (
    <RenameDialog
      {...dialog}
      title={t('tenants.renaming.title')}
      label={t('tenants.field.name')}
      submitLabel={t('ui.button.save')}
      schema={TenantName}
      onRename={({ id }, change) => rename.mutateAsync({ tenantId: id, ...change })}
      done={(name) => t('tenants.renaming.done', { name })}
    />
  );
}
