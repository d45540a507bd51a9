import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';
import { IconButton } from './IconButton.tsx';
import { useSteadyRows } from './use-steady-rows.ts';

export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Any CSS width; columns without one share what is left. */
  width?: string;
  /** The figures of a number stand under each other at the end. */
  align?: 'end';
}

export interface RowAction {
  key: string;
  /** What it does and to whom, such as "Check out Åse Ødegård": the button's name and tooltip. */
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

type RowKey = string | number;

interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** The first names the row; it is the headline of its card on a phone. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowActions?: (row: Row) => readonly RowAction[];
  /** Rows that somebody else just changed: they glow once for a second. */
  glow?: ReadonlySet<RowKey>;
  /** What opens below a row, and how the row is called on the button that opens it. */
  expanded?: { name: (row: Row) => string; content: (row: Row) => ReactNode };
  /**
   * Names what the table shows (tab, search and page together). While it stays the same, rows that come or leave do
   * not move what is under the pointer: they take and leave their places when the pointer is elsewhere.
   */
  steady?: string;
}

/** Rows of 44 px under a head that stays in sight, each with its own actions; on a phone each row is a card. */
export function DataTable<Row>({ label, columns, rows, rowKey, rowActions, glow, expanded, steady }: DataTableProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<RowKey | null>(null);
  const { places, hold } = useSteadyRows(rows, rowKey, steady);
  const width = columns.length + (expanded ? 1 : 0) + (rowActions ? 1 : 0);

  return (
    <table className={classes.table} role="table" aria-label={label}>
      <thead className={classes.head} role="rowgroup">
        <tr role="row">
          {expanded && <th className={classes.narrow} role="columnheader" aria-label={t('ui.list.open')} />}
          {columns.map(({ key, title, width: columnWidth, align }) => (
            <th key={key} role="columnheader" scope="col" data-align={align} style={{ width: columnWidth }}>
              {title}
            </th>
          ))}
          {rowActions && <th className={classes.actions} role="columnheader" aria-label={t('ui.list.actions')} />}
        </tr>
      </thead>
      <tbody role="rowgroup" {...hold}>
        {places.map(({ key, row }) => {
          if (row === null) return <tr key={key} className={classes.gap} aria-hidden />;
          const isOpen = open === key;
          return (
            <Fragment key={key}>
              <tr className={classes.row} role="row" data-glow={glow?.has(key) || undefined}>
                {expanded && (
                  <td className={classes.narrow} role="cell">
                    <IconButton
                      icon={isOpen ? ChevronDown : ChevronRight}
                      label={t('ui.list.details', { name: expanded.name(row) })}
                      onClick={() => setOpen(isOpen ? null : key)}
                      expanded={isOpen}
                    />
                  </td>
                )}
                {columns.map(({ key: column, title, cell, align }) => (
                  <td key={column} role="cell" data-title={title} data-align={align}>
                    {cell(row)}
                  </td>
                ))}
                {rowActions && (
                  <td className={classes.actions} role="cell">
                    <div className={classes.buttons}>
                      {rowActions(row).map(({ key: action, ...button }) => (
                        <IconButton key={action} {...button} />
                      ))}
                    </div>
                  </td>
                )}
              </tr>
              {expanded && isOpen && (
                <tr className={classes.detail} role="row">
                  <td role="cell" colSpan={width}>
                    {expanded.content(row)}
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
