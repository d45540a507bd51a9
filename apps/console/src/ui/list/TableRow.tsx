import { passFocusOn } from '@vestibule/ui/keep-focus.ts';
import classes from './DataTable.module.css';
import { ExpandButton, RowButtons } from './RowButtons.tsx';
import type { Column, Expansion, RowAction } from './rows.ts';

export interface RowParts<Row> {
  /** Tells the rows of a table apart. */
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  actions: readonly RowAction[] | undefined;
  isGlowing: boolean;
  expanded: Expansion<Row> | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

/** One row of a table, and below it what it opens to. */
export function TableRow<Row>({ id, row, columns, actions, isGlowing, expanded, isOpen, onToggle }: RowParts<Row>) {
  const name = columns.find(({ width }) => width !== '1%');
  const width = columns.length + (expanded ? 1 : 0) + (actions ? 1 : 0);
  return (
    <>
      <tr
        ref={passFocusOn}
        className={classes.row}
        data-key={id}
        data-glow={isGlowing || undefined}
        tabIndex={-1}
        data-keeps-focus
      >
        {expanded && (
          <td className={classes.narrow}>
            <ExpandButton label={expanded.label(row)} isOpen={isOpen} onToggle={onToggle} />
          </td>
        )}
        {columns.map((column) => {
          const { key, cell, align, width } = column;
          const [Cell, scope] = column === name ? (['th', 'row'] as const) : (['td'] as const);
          return (
            <Cell key={key} scope={scope} data-align={align} data-tight={width === '1%' || undefined}>
              {cell(row)}
            </Cell>
          );
        })}
        {actions && (
          <td className={classes.actions}>
            <RowButtons actions={actions} />
          </td>
        )}
      </tr>
      {expanded && isOpen && (
        <tr ref={passFocusOn} className={classes.detail}>
          <td colSpan={width}>{expanded.content(row)}</td>
        </tr>
      )}
    </>
  );
}
