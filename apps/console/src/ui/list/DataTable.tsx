import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { ArrowDown, ArrowUp } from '@vestibule/ui/icons.tsx';
import { Fragment, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';
import { RowCard, TableRow } from './Row.tsx';
import type { Column, Expansion, Opening, RowAction, RowKey, Sorting } from './rows.ts';
import { useSteadyRows } from './steady-rows.ts';

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => RowKey;
  rowActions?: (row: Row) => readonly RowAction[];
  glow?: ReadonlySet<RowKey>;
  gone?: ReadonlySet<RowKey>;
  expanded?: Expansion<Row>;
  opening?: Opening<Row>;
  sorting?: Sorting;
  /** The title above the first row of each group. */
  groupOf?: (row: Row) => string;
  /** Identifies the content (tab, search and page). While it is the same, rows do not move under the pointer. */
  steady?: string;
}

/** Cards on a phone, without titles to sort by. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowActions, glow, gone, expanded, opening, sorting, groupOf, steady } = props;
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
    isGone: gone?.has(key) ?? false,
    isChosen: opening?.key === key,
    onOpen: opening && (() => opening.onOpen(row)),
    expanded,
    isOpen: open === key,
    onToggle: () => setOpen(open === key ? null : key),
  });

  if (isPhone) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row, place) => {
          const before = rows[place - 1];
          const group = groupOf?.(row);
          return (
            <Fragment key={rowKey(row)}>
              {group !== undefined && (!before || groupOf?.(before) !== group) && (
                <li className={classes.day}>
                  <h2>{group}</h2>
                </li>
              )}
              <RowCard {...partsOf(rowKey(row), row)} />
            </Fragment>
          );
        })}
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
          {shown.map(({ key, title, width, align, hasHiddenTitle, sort }) => (
            <th
              key={key}
              scope="col"
              data-align={align}
              style={{ width }}
              aria-sort={sort !== undefined && sort === sorting?.key ? sorting.direction : undefined}
            >
              {sort !== undefined && sorting ? (
                <SortButton title={title} sort={sort} sorting={sorting} />
              ) : (
                <span className={hasHiddenTitle && 'unseen'}>{title}</span>
              )}
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
        {places.map(({ key, row }, place) => {
          if (row === null) {
            return <tr key={key} className={classes.gap} style={{ height: heights.get(String(key)) }} aria-hidden />;
          }
          const before = places.slice(0, place).findLast((each) => each.row !== null)?.row;
          const group = groupOf?.(row);
          return (
            <Fragment key={key}>
              {group !== undefined && (!before || groupOf?.(before) !== group) && (
                <tr className={classes.group}>
                  <th scope="rowgroup" colSpan={shown.length + (expanded ? 1 : 0) + (rowActions ? 1 : 0)}>
                    {group}
                  </th>
                </tr>
              )}
              <TableRow {...partsOf(key, row)} />
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

interface SortButtonProps {
  title: string;
  sort: string;
  sorting: Sorting;
}

/** A second press reverses the order. */
function SortButton({ title, sort, sorting: { key, direction, onSort } }: SortButtonProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(sort)}>
      {title}
      {sort === key && <Arrow size={12} aria-hidden />}
    </button>
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
