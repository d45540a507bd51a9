import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/Link.tsx';
import classes from './tenant.module.css';
import { useTenant } from './use-tenant.ts';

export function PathToTenant({ tenantId }: { tenantId: number }) {
  const { data: tenant } = useTenant(tenantId);
  return <TenantPath tenant={tenant} />;
}

export function PathToOtherTenant({ tenantId }: { tenantId: number }) {
  const { user } = useSignedIn();
  return user.tenantId === null ? <PathToTenant tenantId={tenantId} /> : null;
}

function TenantPath({ tenant }: { tenant: Pick<Tenant, 'companyId' | 'name'> | undefined }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  return (
    <p className={classes.path}>
      {tenant && user.tenantId === null && (
        <>
          <TextLink to={`/company/${tenant.companyId}/tenants`}>{t('tenants.title')}</TextLink>
          <span aria-hidden>›</span>
        </>
      )}
      {tenant?.name}
    </p>
  );
}
