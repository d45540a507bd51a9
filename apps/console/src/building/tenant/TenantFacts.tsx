import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Pencil, RefreshCw } from '@vestibule/ui/icons.tsx';
import { useMay, useSignedIn } from '@vestibule/web/session.ts';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Synchronization } from '../directory/use-integration.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { TextLink } from '../../ui/Link.tsx';
import { employeeCountKey } from './employee-count.ts';
import { OwnSettingsSwitch } from './OwnSettingsSwitch.tsx';
import type { TenantAct } from './tenant-actions.tsx';
import classes from './TenantFacts.module.css';
import { TenantName } from './TenantName.tsx';
import { useDeliveryPhones } from './use-delivery-phones.ts';

interface TenantFactsProps {
  tenant: Tenant;
  onAct: (act: TenantAct) => void;
}

export function TenantFacts({ tenant, onAct }: TenantFactsProps) {
  const { t } = useTranslation();
  const may = useMay();
  const { user } = useSignedIn();
  const { id, companyId, logo, employeeCount, type, enableCustomSettings, backupEmployee } = tenant;

  return (
    <section className={classes.tenant}>
      {user.tenantId === null && (
        <div className={classes.links}>
          <TextLink to={`/company/${companyId}/tenants`}>{t('tenants.title')}</TextLink>
          {may('visitor.listOfTenant') && (
            <TextLink to={`/tenants/${id}/visitors`}>{t('tenants.visitorsOf', { name: tenant.name })}</TextLink>
          )}
        </div>
      )}
      <div className={classes.name}>
        {logo && <img className={classes.logo} src={logo.storagePathThumbnail} alt="" />}
        <TenantName tenant={tenant} />
      </div>
      <dl className={classes.facts}>
        <Fact title={t('tenants.fact.employees')}>
          {t(employeeCountKey(employeeCount), { number: employeeCount })}
          <span className={classes.detail}>{t(`tenants.integration.${type ?? 'none'}`)}</span>
          {type !== null && may('directory.connect') && (
            <IconButton
              icon={RefreshCw}
              label={t('directory.refresh', { tenant: tenant.name })}
              onClick={() => onAct({ kind: 'synchronize', tenant })}
            />
          )}
        </Fact>
        <Fact title={t('tenants.fact.ownSettings')}>
          {may('tenant.manage') && <OwnSettingsSwitch tenant={tenant} />}
          {t(enableCustomSettings ? 'tenants.ownSettings.on' : 'tenants.ownSettings.off')}
          {enableCustomSettings && may('tenantSettings.change') && (
            <TextLink to={`/tenants/${id}/settings`}>{t('tenants.ownSettings.open')}</TextLink>
          )}
        </Fact>
        <Fact title={t('tenants.fact.backupEmployee')}>
          <span>{backupEmployee?.name ?? t('tenants.backupEmployee.none')}</span>
          {may('tenant.backupEmployee') && (
            <IconButton
              icon={Pencil}
              label={t('tenants.backupEmployee.edit')}
              onClick={() => onAct({ kind: 'backupEmployee', tenant })}
            />
          )}
        </Fact>
        {may('tenant.deliveryPhones') && (
          <Fact title={t('tenants.fact.deliveryPhones')}>
            <DeliveryPhones tenantId={id} />
            <IconButton
              icon={Pencil}
              label={t('tenants.deliveryPhones.edit')}
              onClick={() => onAct({ kind: 'deliveryPhones', tenant })}
            />
          </Fact>
        )}
      </dl>
      {type !== null && may('directory.connect') && <Synchronization tenantId={id} />}
    </section>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt className={classes.title}>{title}</dt>
      <dd className={classes.value}>{children}</dd>
    </div>
  );
}

function DeliveryPhones({ tenantId }: { tenantId: number }) {
  const { t } = useTranslation();
  const { data, isError } = useDeliveryPhones(tenantId);
  if (!data) return isError && <span>{t('ui.list.failed')}</span>;
  if (data.deliveryPhones.length === 0) return <span>{t('tenants.deliveryPhones.none')}</span>;
  return (
    <span>
      {data.deliveryPhones.map((phone, place) => (
        <Fragment key={phone}>
          {place > 0 && ', '}
          <PhoneNumber phone={phone} />
        </Fragment>
      ))}
    </span>
  );
}
