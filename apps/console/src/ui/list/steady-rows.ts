import { useState } from 'react';
import type { RowKey } from './rows.ts';

/** A place in a table: a row, or the gap that a row left. */
export interface Place<Row> {
  key: RowKey;
  row: Row | null;
}

/** A removed row leaves a gap. It may return there, or a new row takes it. */
export function keepPlaces<Row>(
  before: readonly Place<Row>[],
  rows: readonly Row[],
  rowKey: (row: Row) => RowKey,
): readonly Place<Row>[] {
  const current = new Map(rows.map((row) => [rowKey(row), row]));
  const known = new Set(before.map(({ key }) => key));
  const arrivals = rows.filter((row) => !known.has(rowKey(row)));
  const kept = before.map(({ key }): Place<Row> => {
    const row = current.get(key);
    if (row !== undefined) return { key, row };
    const arrival = arrivals.shift();
    return arrival === undefined ? { key, row: null } : { key: rowKey(arrival), row: arrival };
  });
  return [...kept, ...arrivals.map((row) => ({ key: rowKey(row), row }))];
}

/** Holds rows while the pointer is over the element that gets `hold` and `steady` is the same. */
export function useSteadyRows<Row>(rows: readonly Row[], rowKey: (row: Row) => RowKey, steady: string | undefined) {
  const [isHeld, setHeld] = useState(false);
  const [last, setLast] = useState<{
    rows: readonly Row[];
    steady: string | undefined;
    places: readonly Place<Row>[];
  } | null>(null);

  const isSame = last !== null && last.steady === steady && steady !== undefined;
  let places = last?.places ?? [];
  if (last?.rows !== rows || last.steady !== steady) {
    places = keepPlaces(isHeld && isSame ? places : [], rows, rowKey);
    setLast({ rows, steady, places });
  }

  const release = () => {
    setHeld(false);
    setLast(null);
  };
  const hold = {
    onPointerEnter: (event: React.PointerEvent) => setHeld(event.pointerType === 'mouse'),
    onPointerLeave: release,
  };
  return { places, hold };
}
