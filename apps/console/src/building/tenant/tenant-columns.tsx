import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import type { Action } from '@vestibule/contract/platform/access.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { RefreshCw } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { ButtonLink } from '../../ui/Link.tsx';
import type { Column } from '../../ui/list/rows.ts';
import { employeeCountKey } from './employee-count.ts';
import { OwnSettingsSwitch } from './OwnSettingsSwitch.tsx';
import type { TenantAct } from './tenant-actions.tsx';
import classes from './tenant.module.css';
import { TenantMenu } from './TenantMenu.tsx';
import { TenantName } from './TenantName.tsx';

export function tenantColumns(
  t: TFunction,
  may: (action: Action) => boolean,
  onAct: (act: TenantAct) => void,
): Column<Tenant>[] {
  const columns: Column<Tenant>[] = [
    { key: 'name', title: t('tenants.column.name'), cell: (tenant) => <TenantName tenant={tenant} isLink /> },
    {
      key: 'employees',
      title: t('tenants.column.employees'),
      cell: ({ employeeCount, type }) => (
        <span className={classes.tenantColumnsEmployees}>
          {t(employeeCountKey(employeeCount), { number: employeeCount })}
          {type && <span className={classes.origin}>{t(`tenants.integration.${type}`)}</span>}
        </span>
      ),
      width: '25%',
    },
  ];
  if (may('tenant.manage')) {
    columns.push({
      key: 'ownSettings',
      title: t('tenants.column.ownSettings'),
      cell: (tenant) => <OwnSettingsSwitch tenant={tenant} />,
      width: '1%',
    });
  }
  if (may('user.manage')) columns.push(usersColumn(t));
  columns.push({
    key: 'actions',
    title: t('tenants.column.actions'),
    cell: (tenant) => (
      <div className={classes.actions}>
        {tenant.type !== null && may('directory.connect') && (
          <IconButton
            icon={RefreshCw}
            label={t('directory.refresh', { tenant: tenant.name })}
            onClick={() => onAct({ kind: 'synchronize', tenant })}
          />
        )}
        <TenantMenu tenant={tenant} onAct={onAct} />
      </div>
    ),
    width: '1%',
    align: 'end',
    isInHeadline: true,
  });
  return columns;
}

function usersColumn(t: TFunction): Column<Tenant> {
  return {
    key: 'users',
    title: t('users.title'),
    width: '1%',
    align: 'end',
    hasHiddenTitle: true,
    cell: ({ id, name }) => (
      <ButtonLink
        to={`/tenants/${id}/users`}
        variant="secondary"
        size="small"
        aria-label={t('tenants.usersOf', { name })}
      >
        {t('users.title')}
      </ButtonLink>
    ),
  };
}
