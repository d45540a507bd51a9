import type { VisitorState as State } from '@vestibule/contract/visits/today.ts';
import type { Visitor, VisitorScope } from '@vestibule/contract/visits/visitor.ts';
import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../ui/list/DataTable.tsx';
import type { Column, Opening, Sorting } from '../../ui/list/rows.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { Since } from '../../ui/Since.tsx';
import { useTimes } from '../../ui/time.ts';
import { SelectBox } from './SelectBox.tsx';
import { tenantOf } from './tenant-of.ts';
import type { CheckOuts } from './use-check-outs.ts';
import type { ActionsOf } from './use-visitor-actions.ts';
import classes from './visitor.module.css';
import { HostState, VisitorState, Waiting } from './VisitorState.tsx';

export interface VisitorRows {
  visitors: readonly Visitor[];
  /** The tab, or all visitors of one tenant. */
  scope: VisitorScope | 'ofTenant';
  /** Set where visitors can be selected. */
  selection?: Selection;
  states: ReadonlyMap<number, State>;
  checkOuts: CheckOuts;
  actions: ActionsOf | undefined;
  opening: Opening<Visitor>;
  glow: ReadonlySet<number>;
}

interface VisitorTableProps extends VisitorRows {
  isBesidePanel: boolean;
  sorting?: Sorting;
  isGrouped?: boolean;
  steady: string;
}

const onPhone = '(max-width: 47.9375em)';
const loadCards = async () => ({ default: (await import('./VisitorCards.tsx')).VisitorCards });
const VisitorCards = lazy(loadCards);
// On a phone they load beside the visitors.
if (matchMedia(onPhone).matches) void loadCards().catch(() => {});

/** The table has less than about 860 px, or the larger buttons of a touch screen: the phone moves below the name. */
const tight =
  '(pointer: coarse) and (max-width: 55.9375em), (pointer: coarse) and (min-width: 64em) and (max-width: 69.9375em)';

/** The table of a tenant's screen also has boxes and the state of the host. */
const narrow = '(max-width: 73.75em)';

/** Suspends on a phone. Put the pager into the same boundary, so that the cards do not push it down. */
export function VisitorTable({ isBesidePanel, sorting, isGrouped = false, steady, ...rows }: VisitorTableProps) {
  const { visitors, scope, selection, checkOuts, actions, opening, glow } = rows;
  const { t } = useTranslation();
  const groupOf = useGroups(scope);
  const isPhone = useMediaQuery(onPhone);
  const columns = useColumns(rows, isBesidePanel);
  if (isPhone) return <VisitorCards {...rows} />;
  const select: Column<Visitor> = {
    key: 'select',
    title: t('visitors.column.select'),
    width: '1%',
    cell: (visitor) => selection && <SelectBox visitor={visitor} selection={selection} />,
  };
  return (
    <DataTable
      label={t('visitors.label', { tab: t(`visitors.tab.${scope}`) })}
      columns={selection ? [select, ...columns] : columns}
      rows={visitors}
      rowKey={({ id }) => id}
      {...(actions && { rowActions: actions })}
      opening={opening}
      {...(sorting && { sorting })}
      {...(isGrouped && { groupOf })}
      glow={glow}
      gone={new Set(visitors.filter(checkOuts.isGone).map(({ id }) => id))}
      steady={steady}
    />
  );
}

export function VisitorName({ visitor, opening }: { visitor: Visitor; opening: Opening<Visitor> }) {
  return (
    <button
      type="button"
      className={classes.open}
      aria-expanded={opening.key === visitor.id}
      data-opens={visitor.id}
      onClick={() => opening.onOpen(visitor)}
    >
      <strong className={classes.name} title={visitor.name}>
        {visitor.name}
      </strong>
    </button>
  );
}

function useGroups(scope: VisitorRows['scope']): (visitor: Visitor) => string {
  const { t } = useTranslation();
  const { isToday } = useTimes();
  return ({ currentVisitRecordId, expected }) => {
    if (scope === 'ofTenant')
      return t(currentVisitRecordId === null ? 'visitors.group.expected' : 'visitors.group.inside');
    const at = expected?.at ?? null;
    if (at === null || isToday(at)) return t('visitors.group.today');
    return t(Date.parse(at) > Date.now() ? 'visitors.group.later' : 'visitors.group.earlier');
  };
}

function useColumns({ scope, states, checkOuts, opening }: VisitorRows, isBesidePanel: boolean): Column<Visitor>[] {
  const { t } = useTranslation();
  const isTight = useMediaQuery(tight);
  const isNarrow = useMediaQuery(narrow);
  const isWide = useMediaQuery('(min-width: 90em)');
  const isVeryWide = useMediaQuery('(min-width: 100em)');
  const hostState = (visitor: Visitor, withPhone: boolean) => (
    <HostState
      state={states.get(visitor.id)}
      answer={visitor.currentVisitRecord?.answer}
      isGone={checkOuts.isGone(visitor)}
      withPhone={withPhone}
    />
  );
  const isOfTenant = scope === 'ofTenant';
  const name: Column<Visitor> = {
    key: 'name',
    title: t('visitors.column.name'),
    sort: 'name',
    cell: (visitor) => <VisitorName visitor={visitor} opening={opening} />,
  };
  const ofVisitor: Column<Visitor>[] = [
    {
      key: 'company',
      title: t('visitors.column.company'),
      sort: 'company',
      under: 'name',
      cell: ({ companyName }) => <span className={classes.company}>{companyName}</span>,
    },
    {
      key: 'phone',
      title: t('visitors.column.phone'),
      cell: ({ phone }) => <PhoneNumber phone={phone} />,
      ...((isOfTenant ? isNarrow : isTight) && { under: 'name' }),
    },
    { key: 'tenant', title: t('visitors.column.tenant'), cell: (visitor) => tenantOf(visitor)?.name },
  ];
  const employee: Column<Visitor> = {
    key: 'employee',
    title: t('visitors.column.employee'),
    cell: ({ currentVisitRecord: visit, expected }) => (visit ? visit.employee?.name : expected?.employee?.name),
  };
  // A host's state has no column of its own where it would push out one of the others. The column State is wider than Since.
  const hasHostColumn = isBesidePanel || (scope === 'all' ? isVeryWide : isWide);
  const employeePhone: Column<Visitor> = {
    key: 'employeePhone',
    title: t('visitors.column.employeePhone'),
    under: 'employee',
    cell: (visitor) => {
      const phone = visitor.currentVisitRecord?.employee?.phone;
      return (
        <>
          {phone && <PhoneNumber phone={phone} />}
          {!hasHostColumn && scope !== 'imported' && (
            <div className={classes.below} data-pending={!states.has(visitor.id) || undefined}>
              {hostState(visitor, false)}
            </div>
          )}
        </>
      );
    },
  };
  const host: Column<Visitor> = {
    key: 'host',
    title: t('visitors.column.host'),
    ...(isOfTenant && !isBesidePanel && isNarrow && { under: 'employee' }),
    cell: (visitor) => (
      <div className={classes.host}>{hostState(visitor, isBesidePanel || (isOfTenant && isVeryWide))}</div>
    ),
  };
  const time = timeColumn({ scope, states, checkOuts }, (key) => t(`visitors.column.${key}`));
  if (isBesidePanel) return [name, employee, ...(scope === 'imported' ? [] : [host]), time];
  if (isOfTenant) return [name, ...ofVisitor, employee, host, time];
  return [name, ...ofVisitor, employee, employeePhone, ...(hasHostColumn && scope !== 'imported' ? [host] : []), time];
}

function timeColumn(
  { scope, states, checkOuts }: Pick<VisitorRows, 'scope' | 'states' | 'checkOuts'>,
  title: (key: 'since' | 'time' | 'state') => string,
): Column<Visitor> {
  if (scope === 'current') {
    return {
      key: 'since',
      title: title('since'),
      sort: 'time',
      cell: ({ currentVisitRecord }) => currentVisitRecord && <Since moment={currentVisitRecord.checkedInAt} />,
    };
  }
  if (scope === 'ofTenant') {
    return {
      key: 'since',
      title: title('since'),
      cell: (visitor) =>
        visitor.currentVisitRecord ? (
          <Since moment={visitor.currentVisitRecord.checkedInAt} />
        ) : (
          <ExpectedTime visitor={visitor} state={states.get(visitor.id)} />
        ),
    };
  }
  if (scope === 'imported') {
    return {
      key: 'time',
      title: title('time'),
      sort: 'time',
      cell: (visitor) => <ExpectedTime visitor={visitor} state={states.get(visitor.id)} />,
    };
  }
  return {
    key: 'state',
    title: title('state'),
    sort: 'time',
    cell: (visitor) =>
      !(checkOuts.isGone(visitor) && visitor.currentVisitRecord) && (
        <VisitorState visitor={visitor} state={states.get(visitor.id)} />
      ),
  };
}

function ExpectedTime({ visitor, state }: { visitor: Visitor; state: State | undefined }) {
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const at = visitor.expected?.at ?? null;
  return (
    <span className={classes.when}>
      {at ? shortMoment(at) : t('visitors.state.anyTime')}
      <Waiting at={at} isLate={state?.attention.includes('late') ?? false} />
    </span>
  );
}
