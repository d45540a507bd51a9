import type { AuditEntry } from '@vestibule/contract/operation/audit.ts';
import { ListFilter } from '@vestibule/ui/icons.tsx';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import { TextLink } from '../../ui/Link.tsx';
import { Email } from '../../ui/Email.tsx';
import type { Column, RowAction } from '../../ui/list/rows.ts';
import { formatMoment } from '../../ui/time.ts';
import classes from './AuditTable.module.css';
import { userNumber } from './user-number.ts';

interface AuditTableProps {
  entries: readonly AuditEntry[];
  withCompany: boolean;
  /** Null if the log is filtered so already. */
  onActor: ((actor: { userId: number } | { kioskId: number }) => void) | null;
}

export function AuditTable({ entries, withCompany, onActor }: AuditTableProps) {
  const { t } = useTranslation();
  const columns = [when(t), who(t), role(t), what(t), thing(t), ...(withCompany ? [company(t)] : [])];
  const actions = (entry: AuditEntry): RowAction[] => {
    if (!onActor || ['system', 'host', 'pass'].includes(entry.role)) return [];
    const { role, userId } = entry;
    const label = t('audit.filter.onlyBy', { who: nameOf(t, entry) });
    return [
      {
        key: 'user',
        icon: ListFilter,
        label,
        onClick: () => onActor(role === 'kiosk' ? { kioskId: userId } : { userId }),
      },
    ];
  };

  return (
    <DataTable
      label={t('audit.title')}
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      {...(onActor && { rowActions: actions })}
    />
  );
}

/** A host without a session has only the link of the message. */
function roleOf({ role, action }: AuditEntry): AuditEntry['role'] {
  return role === 'pass' && action === 'visit.answered' ? 'host' : role;
}

function nameOf(t: TFunction, entry: AuditEntry): string {
  const { userName, userEmail, userId } = entry;
  const role = roleOf(entry);
  if (role === 'system') return t('audit.system');
  if (role === 'host') return t('audit.host', { number: userNumber(userId) });
  if (role === 'pass') return t('audit.pass', { number: userNumber(userId) });
  if (role === 'kiosk') return t('audit.kiosk', { number: userNumber(userId) });
  return userName ?? userEmail ?? t('audit.deletedUser', { number: userNumber(userId) });
}

function when(t: TFunction): Column<AuditEntry> {
  return {
    key: 'when',
    title: t('audit.column.when'),
    cell: ({ at }) => <span className={classes.moment}>{formatMoment(at)}</span>,
  };
}

function who(t: TFunction): Column<AuditEntry> {
  return {
    key: 'who',
    title: t('audit.column.who'),
    cell: (entry) => (
      <span className={classes.who}>
        <Email address={nameOf(t, entry)} />
        {entry.userName !== null && entry.userEmail !== null && (
          <span className={classes.email}>
            <Email address={entry.userEmail} />
          </span>
        )}
      </span>
    ),
  };
}

function role(t: TFunction): Column<AuditEntry> {
  return {
    key: 'role',
    title: t('audit.column.role'),
    cell: (entry) => t(`audit.role.${roleOf(entry)}`),
    under: 'who',
  };
}

function what(t: TFunction): Column<AuditEntry> {
  return {
    key: 'what',
    title: t('audit.column.what'),
    cell: ({ action }) => <strong>{t(`audit.action.${action}`)}</strong>,
  };
}

function thing(t: TFunction): Column<AuditEntry> {
  return {
    key: 'thing',
    title: t('audit.column.thing'),
    cell: (entry) => <Subject entry={entry} />,
  };
}

function company(t: TFunction): Column<AuditEntry> {
  return {
    key: 'company',
    title: t('audit.column.company'),
    cell: ({ companyId }) => companyId && `${t('audit.subject.company')} ${companyId}`,
    under: 'thing',
  };
}

function Subject({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation();
  const { subject, subjectId, subjectName } = entry;
  const kind = t(`audit.subject.${subject}`);
  const to = addressOf(entry);
  if (subjectName === null && subjectId !== null && subject !== 'tenantSettings' && subject !== 'kioskSettings') {
    return `${kind} ${subject === 'user' ? userNumber(subjectId) : subjectId}`;
  }
  const name = subjectName ?? kind;
  return (
    <>
      {to === null ? (
        <Email address={name} />
      ) : (
        <TextLink to={to}>
          <Email address={name} />
        </TextLink>
      )}
      {subjectName !== null && <div className={classes.kind}>{kind}</div>}
    </>
  );
}

function addressOf({ subject, subjectId, subjectName: name, companyId }: AuditEntry): string | null {
  const found = name === null ? '' : `search=${encodeURIComponent(name)}`;
  const company = `/company/${companyId}`;
  if (subject === 'user') return name && `${companyId === null ? '/admin' : company}/users?${found}`;
  if (subject === 'license') return name && `/licenses?${found}`;
  if (companyId === null) return null;
  switch (subject) {
    case 'company':
      return name && `${company}/settings`;
    case 'partner':
      return name && `${company}/partners`;
    case 'tenant':
      return name && `/tenants/${subjectId}`;
    case 'employee':
      return name && `${company}/tenants?${found}`;
    case 'tenantSettings':
      return name === null ? `${company}/settings` : `${company}/tenants?${found}`;
    case 'visitor':
      return name && `${company}/visitors?tab=all&visitor=${subjectId}`;
    case 'visit':
      return name && `${company}/visitors?tab=all&${found}`;
    case 'kiosk':
      return name && `${company}/kiosks?${found}`;
    case 'kioskSettings':
      return name === null ? `${company}/kiosk_settings` : `${company}/kiosks?${found}`;
    case 'licenseFolder':
    case 'message':
    case 'image':
    case 'backup':
    case 'refusedAct':
    case 'invitation':
      return null;
  }
}
