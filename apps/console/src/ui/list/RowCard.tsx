import { passFocusOn } from '@vestibule/ui/keep-focus.ts';
import classes from './DataTable.module.css';
import { ExpandButton, RowButtons } from './RowButtons.tsx';
import type { RowParts } from './TableRow.tsx';

/** One row as a card: its name and actions above, the rest as pairs of title and value. */
export function RowCard<Row>({ row, columns, actions, isGlowing, expanded, isOpen, onToggle }: RowParts<Row>) {
  const [name, ...rest] = columns;
  const others = rest.filter(({ isInHeadline }) => !isInHeadline);
  const ends = rest.filter(({ isInHeadline }) => isInHeadline);
  return (
    <li ref={passFocusOn} className={classes.card} data-glow={isGlowing || undefined} tabIndex={-1} data-keeps-focus>
      <div className={classes.headline}>
        {expanded && <ExpandButton label={expanded.label(row)} isOpen={isOpen} onToggle={onToggle} />}
        <div className={classes.name}>{name?.cell(row)}</div>
        {ends.map(({ key, cell }) => (
          <div key={key}>{cell(row)}</div>
        ))}
        {actions && <RowButtons actions={actions} />}
      </div>
      {others.length > 0 && (
        <dl className={classes.pairs}>
          {others.map(({ key, title, cell, saysItself }) => {
            const value = cell(row);
            if (value === null || value === undefined || value === '' || value === false) return null;
            return (
              <div key={key} className={classes.pair}>
                <dt className={saysItself && 'unseen'}>{title}</dt>
                <dd>{value}</dd>
              </div>
            );
          })}
        </dl>
      )}
      {expanded && isOpen && <div className={classes.opened}>{expanded.content(row)}</div>}
    </li>
  );
}
