import { useSignedIn } from '@vestibule/web/session.ts';
import { TenantPath } from '../../ui/TenantPath.tsx';
import { useTenant } from './use-tenant.ts';

/** Shows which tenant a screen is about. The routes hand it to the screens of folders that know no tenant. */
export function PathToTenant({ tenantId }: { tenantId: number }) {
  const { data: tenant } = useTenant(tenantId);
  return <TenantPath tenant={tenant} />;
}

/** Shows the path to a tenant that is not the user's own. */
export function PathToOtherTenant({ tenantId }: { tenantId: number }) {
  const { user } = useSignedIn();
  return user.tenantId === null ? <PathToTenant tenantId={tenantId} /> : null;
}
