import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';
import { RowCard, TableRow } from './Row.tsx';
import type { Column, Expansion, RowAction, RowKey } from './rows.ts';
import { useSteadyRows } from './steady-rows.ts';

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowActions?: (row: Row) => readonly RowAction[];
  glow?: ReadonlySet<RowKey>;
  expanded?: Expansion<Row>;
  /** Identifies the content (tab, search and page). While it is the same, rows do not move under the pointer. */
  steady?: string;
}

/** Rows of 44 px with a sticky head and actions; cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowActions, glow, expanded, steady } = props;
  const { t } = useTranslation();
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
  const isNarrow = useMediaQuery('(max-width: 77.5em)');
  const [open, setOpen] = useState<RowKey | null>(null);
  const { places, hold } = useSteadyRows(rows, rowKey, steady);
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());

  const onPointerEnter = (event: PointerEvent<HTMLTableSectionElement>) => {
    setHeights(heightsOf(event.currentTarget));
    hold.onPointerEnter(event);
  };

  const shown = isNarrow && !isPhone ? stack(columns) : columns;

  const partsOf = (key: RowKey, row: Row) => ({
    id: String(key),
    row,
    columns: shown,
    actions: rowActions?.(row),
    isGlowing: glow?.has(key) ?? false,
    expanded,
    isOpen: open === key,
    onToggle: () => setOpen(open === key ? null : key),
  });

  if (isPhone) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <RowCard key={rowKey(row)} {...partsOf(rowKey(row), row)} />
        ))}
      </ul>
    );
  }

  return (
    <table className={classes.table} aria-label={label}>
      <thead className={classes.head}>
        <tr>
          {expanded && (
            <th className={classes.narrow} scope="col">
              <span className="unseen">{t('ui.list.open')}</span>
            </th>
          )}
          {shown.map(({ key, title, width, align, saysItself }) => (
            <th key={key} scope="col" data-align={align} style={{ width }}>
              <span className={saysItself && 'unseen'}>{title}</span>
            </th>
          ))}
          {rowActions && (
            <th className={classes.actions} scope="col">
              <span className="unseen">{t('ui.list.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...hold} onPointerEnter={onPointerEnter}>
        {places.map(({ key, row }) =>
          row === null ? (
            <tr key={key} className={classes.gap} style={{ height: heights.get(String(key)) }} aria-hidden />
          ) : (
            <TableRow key={key} {...partsOf(key, row)} />
          ),
        )}
      </tbody>
    </table>
  );
}

function heightsOf(body: HTMLTableSectionElement): ReadonlyMap<string, number> {
  const rows = [...body.rows].filter(({ dataset }) => dataset.key !== undefined);
  return new Map(rows.map((row) => [row.dataset.key ?? '', row.getBoundingClientRect().height]));
}

function stack<Row>(columns: readonly Column<Row>[]): Column<Row>[] {
  return columns
    .filter(({ under }) => under === undefined)
    .map((column) => {
      const lower = columns.filter(({ under }) => under === column.key);
      if (lower.length === 0) return column;
      return {
        ...column,
        title: [column, ...lower].map(({ title }) => title).join(' · '),
        cell: (row) => (
          <>
            {column.cell(row)}
            {lower.map(({ key, cell }) => (
              <div key={key} className={classes.lower}>
                {cell(row)}
              </div>
            ))}
          </>
        ),
      };
    });
}
