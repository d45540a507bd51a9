import { useTranslation } from 'react-i18next';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { InvitationsScreen } from './InvitationsScreen.tsx';

export function TenantInvitationsScreen({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const tenant = useTenant(tenantId);
  const { data } = tenant;
  if (data) return <InvitationsScreen companyId={data.companyId} tenantId={tenantId} />;
  return (
    <Page title={t('invitations.title')}>
      <Loaded query={{ ...tenant, data: undefined }} empty={{ title: t('invitations.none') }}>
        {() => null}
      </Loaded>
    </Page>
  );
}
