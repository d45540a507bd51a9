import { useSignedIn } from '@vestibule/web/session.ts';
import { HistoryScreen } from './HistoryScreen.tsx';

export function TenantHistoryScreen({ tenantId }: { tenantId: number }) {
  const { user, company } = useSignedIn();
  const companyId = user.companyId ?? company?.id;
  if (companyId === undefined) throw new Error('A user of a tenant belongs to its company.');
  return <HistoryScreen companyId={companyId} onlyTenantId={tenantId} />;
}
