import { Button } from '@vestibule/ui/Button.tsx';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import { useEmployeeOptions } from '../../building/employee/use-employees.ts';
import { useTenant } from '../../building/tenant/use-tenant.ts';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import type { FilterChange } from '../../ui/list/address-filter.ts';
import { addDays } from '../../ui/time.ts';
import type { HistoryFilter } from './history-filter.ts';
import classes from './history.module.css';
import { useHost } from './use-history.ts';

const presets = [1, 7, 30] as const;

interface HistoryFiltersProps {
  companyId: number;
  onlyTenantId: number | undefined;
  filter: HistoryFilter;
  onNarrow: (change: FilterChange<HistoryFilter>) => void;
  /** Null without an active filter. */
  onClear: (() => void) | null;
}

export function HistoryFilters({ companyId, onlyTenantId, filter, onNarrow, onClear }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const { tenantId, employeeId } = filter;
  const { zone, otherZone, today } = useBuildingZone(companyId);
  const hint = otherZone === null ? t('history.filter.days') : t('history.filter.daysIn', { zone });
  const hostsOf = onlyTenantId ?? tenantId ?? null;

  return (
    <div className={classes.filters} role="search" aria-label={t('history.filter.label')}>
      <DayRange range={filter} onNarrow={onNarrow} hint={hint} />
      <div className={classes.presets} role="group" aria-label={t('history.filter.presets')}>
        {presets.map((days) => {
          const range = { from: addDays(today, 1 - days), to: today };
          return (
            <Button
              key={days}
              variant="secondary"
              aria-pressed={filter.from === range.from && filter.to === range.to}
              onClick={() => onNarrow(range)}
            >
              {days === 1 ? t('history.filter.today') : t('history.filter.lastDays', { count: days })}
            </Button>
          );
        })}
      </div>
      {onlyTenantId === undefined && (
        <div className={classes.who}>
          <TenantFilter
            companyId={companyId}
            tenantId={tenantId ?? null}
            onTenant={(id) => onNarrow({ tenantId: id, employeeId: null })}
          />
        </div>
      )}
      <div className={classes.who}>
        <HostFilter
          key={hostsOf}
          companyId={companyId}
          tenantId={hostsOf}
          employeeId={employeeId ?? null}
          onHost={(id) => onNarrow({ employeeId: id })}
        />
      </div>
      {otherZone !== null && <p className={classes.zone}>{hint}</p>}
      {onClear && (
        <Button variant="flat" onClick={onClear}>
          {t('history.filter.clear')}
        </Button>
      )}
    </div>
  );
}

interface HostFilterProps {
  companyId: number;
  /** Null until a tenant is chosen. */
  tenantId: number | null;
  employeeId: number | null;
  onHost: (employeeId: number | null) => void;
}

function HostFilter({ companyId, tenantId, employeeId, onHost }: HostFilterProps) {
  const { t } = useTranslation();
  const { control } = useForm({ values: { employeeId } });
  const { data: chosen } = useHost(companyId, employeeId);
  const employees = useEmployeeOptions(tenantId, chosen ?? null, onHost);
  return (
    <SelectField
      control={control}
      name="employeeId"
      label={t('history.filter.host')}
      disabled={tenantId === null}
      clearable
      {...employees}
    />
  );
}

interface TenantFilterProps {
  companyId: number;
  tenantId: number | null;
  onTenant: (tenantId: number | null) => void;
}

function TenantFilter({ companyId, tenantId, onTenant }: TenantFilterProps) {
  const { t } = useTranslation();
  const { control } = useForm({ values: { tenantId } });
  const { data: chosen } = useTenant(tenantId);
  const choice = useChoice(chosen ?? null);
  const tenants = useTenantChoice(companyId, choice.search);
  return (
    <SelectField
      control={control}
      name="tenantId"
      label={t('history.filter.tenant')}
      clearable
      {...choice.from(tenants, onTenant)}
    />
  );
}
