import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import type { FilterChange } from '../../ui/list/address-filter.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import type { HistoryFilter } from './history-filter.ts';
import classes from './HistoryFilters.module.css';
import { HostFilter } from './HostFilter.tsx';
import { TenantFilter } from './TenantFilter.tsx';

interface HistoryFiltersProps {
  companyId: number;
  onlyTenantId: number | undefined;
  filter: HistoryFilter;
  onNarrow: (change: FilterChange<HistoryFilter>) => void;
  /** Null while nothing is narrowed. */
  onClear: (() => void) | null;
}

/** Narrows the history to days, to a tenant, and to somebody there. */
export function HistoryFilters({ companyId, onlyTenantId, filter, onNarrow, onClear }: HistoryFiltersProps) {
  const { t } = useTranslation();
  const { tenantId, employeeId } = filter;
  const hostsOf = onlyTenantId ?? tenantId ?? null;

  return (
    <div className={classes.filters} role="search" aria-label={t('history.filter.label')}>
      <DayRange range={filter} onNarrow={onNarrow} hint={t('history.filter.days')} />
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
      {onClear && (
        <Button variant="flat" onClick={onClear}>
          {t('history.filter.clear')}
        </Button>
      )}
    </div>
  );
}
