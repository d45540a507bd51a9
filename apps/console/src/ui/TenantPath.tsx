import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { TextLink } from './Link.tsx';
import classes from './TenantPath.module.css';

/** Which tenant a screen is about, with the way back for somebody who looks after several. */
export function TenantPath({ tenant }: { tenant: Pick<Tenant, 'companyId' | 'name'> | undefined }) {
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
