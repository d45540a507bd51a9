import { useSignedIn } from '@vestibule/web/session.ts';
import { useTranslation } from 'react-i18next';
import { useTenant } from '../tenant/use-tenant.ts';
import { TextLink } from '../ui/TextLink.tsx';
import classes from './UsersOfTenant.module.css';

/** Which tenant's users these are, with the way back, for somebody who looks after several. */
export function UsersOfTenant({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const { user } = useSignedIn();
  const isOwn = user.tenantId !== null;
  const { data: tenant } = useTenant(isOwn ? null : tenantId);
  if (isOwn) return null;
  return (
    <p className={classes.tenant}>
      {tenant && (
        <>
          <TextLink to={`/company/${tenant.companyId}/tenants`}>{t('tenants.title')}</TextLink>
          <span aria-hidden>›</span>
          {tenant.name}
        </>
      )}
    </p>
  );
}
