import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { ArrowRight } from '@vestibule/ui/icons.tsx';
import { passFocusOn } from '@vestibule/ui/keep-focus.ts';
import { useTranslation } from 'react-i18next';
import { isOnText, RowButtons } from '../../ui/list/Row.tsx';
import { Since } from '../../ui/Since.tsx';
import { useTimes } from '../../ui/time.ts';
import { SelectBox } from './SelectBox.tsx';
import { tenantOf } from './tenant-of.ts';
import classes from './VisitorCards.module.css';
import { HostState, VisitorState, Waiting } from './VisitorState.tsx';
import { VisitorName, type VisitorRows } from './VisitorTable.tsx';

/** Shown on phones. */
export function VisitorCards({ visitors, scope, ...rows }: VisitorRows) {
  const { t } = useTranslation();
  return (
    <ul className={classes.cards} aria-label={t('visitors.label', { tab: t(`visitors.tab.${scope}`) })}>
      {visitors.map((visitor) => (
        <Card key={visitor.id} visitor={visitor} scope={scope} {...rows} />
      ))}
    </ul>
  );
}

function Card({ visitor, scope, ...rows }: { visitor: Visitor } & Omit<VisitorRows, 'visitors'>) {
  const { selection, states, checkOuts, actions, opening, glow } = rows;
  const { t } = useTranslation();
  const { shortMoment } = useTimes();
  const { id, companyName, currentVisitRecord: visit, expected } = visitor;
  const state = states.get(id);
  const isGone = checkOuts.isGone(visitor);
  const host = (visit ? visit.employee : expected?.employee)?.name ?? tenantOf(visitor)?.name;
  const isInList = scope === 'current' || (scope === 'ofTenant' && visit !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the name is a button
    <li
      ref={passFocusOn}
      className={classes.card}
      data-glow={glow.has(id) || undefined}
      data-gone={isGone || undefined}
      tabIndex={-1}
      data-keeps-focus
      onClick={(event) => isOnText(event) && opening.onOpen(visitor)}
    >
      <div className={classes.headline}>
        {selection && <SelectBox visitor={visitor} selection={selection} />}
        <VisitorName visitor={visitor} opening={opening} />
        <span className={classes.time}>
          {isInList && visit && <Since moment={visit.checkedInAt} hint={false} />}
          {scope === 'imported' && (expected?.at ? shortMoment(expected.at) : t('visitors.state.anyTime'))}
        </span>
      </div>
      <p className={classes.to}>
        <span className={classes.from} title={companyName}>
          {companyName}
        </span>
        {host && (
          <>
            <ArrowRight size={14} aria-label={t('visitors.visits')} />
            <span className={classes.host} title={host}>
              {host}
            </span>
          </>
        )}
      </p>
      <div className={classes.foot}>
        <div className={classes.state}>
          {isInList || isGone || state?.attention.includes('noAnswer') ? (
            <HostState state={state} answer={visit?.answer} isGone={isGone} />
          ) : scope === 'imported' ? (
            <Waiting at={expected?.at ?? null} isLate={state?.attention.includes('late') ?? false} />
          ) : (
            <VisitorState visitor={visitor} state={state} />
          )}
        </div>
        {actions && <RowButtons actions={actions(visitor)} />}
      </div>
    </li>
  );
}
