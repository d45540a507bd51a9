import { useSignedIn } from '@vestibule/web/session.ts';
import { useTenant } from './use-tenant.ts';
import { TenantPath } from '../../ui/TenantPath.tsx';

/** Which tenant's users these are, for somebody who looks after several. */
export function UsersOfTenant({ tenantId }: { tenantId: number }) {
  const { user } = useSignedIn();
  const isOwn = user.tenantId !== null;
  const { data: tenant } = useTenant(isOwn ? null : tenantId);
  return isOwn ? null : <TenantPath tenant={tenant} />;
}
