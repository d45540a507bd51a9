import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/toast.ts';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { employeeCountKey } from './employee-count.ts';
import { useDeleteTenant } from './use-tenants.ts';

/** Asks whether a tenant is to go, twice where people work there, and deletes it; not while somebody is checked in. */
export function DeleteTenantDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const deleteTenant = useDeleteTenant();
  if (!tenant) return null;
  const { id, companyId, name, employeeCount } = tenant;

  const confirm = async () => {
    await deleteTenant.mutateAsync({ tenantId: id, ifEmpty: employeeCount === 0 });
    toast(t('tenants.deleting.done', { name }));
    if (user.tenantId === null && matchPath('/tenants/:tenantId/*', pathname)) {
      await navigate(`/company/${companyId}/tenants`, { replace: true });
    }
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      problemTexts={{ currentVisitRecords: t('tenants.deleting.currentVisits') }}
      {...(employeeCount > 0 && { typedWord })}
    >
      {employeeCount > 0
        ? t('tenants.deleting.sureWithEmployees', {
            name,
            employees: t(employeeCountKey(employeeCount), { number: employeeCount }),
          })
        : t('tenants.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
