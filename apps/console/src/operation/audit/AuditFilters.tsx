import type { AuditEntry } from '@vestibule/contract/operation/audit.ts';
import { type AuditAction, auditActions } from '@vestibule/contract/platform/audit-words.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { X } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { useBuildingZone } from '../../accounts/company/use-building-zone.ts';
import type { FilterChange } from '../../ui/list/address-filter.ts';
import { DayRange } from '../../ui/form/DayRange.tsx';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import type { AuditFilter } from './audit-filter.ts';
import classes from './AuditFilters.module.css';
import { userNumber } from './user-number.ts';

type Topic = AuditAction extends `${infer Topic}.${string}` ? Topic : never;

const groupOf = {
  visit: 'visitors',
  visitor: 'visitors',
  invitation: 'visitors',
  rollCall: 'visitors',
  delivery: 'visitors',
  message: 'visitors',
  tenant: 'tenants',
  tenantSettings: 'tenants',
  employee: 'tenants',
  directory: 'tenants',
  image: 'tenants',
  kiosk: 'kiosks',
  kioskSettings: 'kiosks',
  refusedAct: 'kiosks',
  license: 'kiosks',
  licenseFolder: 'kiosks',
  session: 'accounts',
  user: 'accounts',
  company: 'accounts',
  partner: 'accounts',
  backup: 'system',
} as const satisfies Record<Topic, string>;
const groups = ['visitors', 'tenants', 'kiosks', 'accounts', 'system'] as const;

interface AuditFiltersProps {
  /** Null: the log of the system. */
  companyId: number | null;
  filter: AuditFilter;
  onNarrow: (change: FilterChange<AuditFilter>) => void;
  /** Null without an active filter. */
  onClear: (() => void) | null;
  /** The entries on the screen, which may contain the name of the filtered user. */
  entries: readonly AuditEntry[];
}

export function AuditFilters({ companyId, filter, onNarrow, onClear, entries }: AuditFiltersProps) {
  const { t } = useTranslation();
  const { action, userId, kioskId, from, to } = filter;
  const { zone, otherZone } = useBuildingZone(companyId);
  const days = otherZone === null ? t('audit.filter.days') : t('audit.filter.daysIn', { zone, otherZone });
  const options = auditActions
    .map((value) => ({ value, label: t(`audit.action.${value}`), group: groupOf[topicOf(value)] }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  const shown = entries.find((entry) => entry.userId === userId);
  const name = shown?.userName ?? shown?.userEmail;
  const user = userId === undefined ? null : (name ?? t('audit.someUser', { number: userNumber(userId) }));
  const who = kioskId === undefined ? user : t('audit.kiosk', { number: userNumber(kioskId) });

  return (
    <div className={classes.filters} role="search" aria-label={t('audit.filter.label')}>
      <div className={classes.action}>
        <SelectInput
          label={t('audit.filter.action')}
          value={action ?? ''}
          onChange={({ currentTarget }) =>
            onNarrow({ action: auditActions.find((each) => each === currentTarget.value) ?? null })
          }
        >
          <option value="">{t('audit.filter.anything')}</option>
          {groups.map((group) => (
            <optgroup key={group} label={t(`audit.group.${group}`)}>
              {options
                .filter((option) => option.group === group)
                .map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </SelectInput>
      </div>
      <DayRange range={filter} onNarrow={onNarrow} hint={days} />
      {who !== null && (
        <p className={classes.who}>
          <span className={classes.name}>{t('audit.filter.by', { who })}</span>
          <IconButton
            icon={X}
            label={t('audit.filter.everybody')}
            onClick={() => onNarrow({ userId: null, kioskId: null })}
          />
        </p>
      )}
      {onClear && (
        <Button variant="flat" onClick={onClear}>
          {t('audit.filter.clear')}
        </Button>
      )}
      {((from ?? to) !== undefined || otherZone !== null) && <p className={classes.days}>{days}</p>}
    </div>
  );
}

function topicOf(action: AuditAction): Topic {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the part before the dot
  return action.split('.')[0] as Topic;
}
