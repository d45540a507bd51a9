/** A place in a table: a row, or the gap that one left. */
export interface Place<Row> {
  key: string | number;
  row: Row | null;
}

/**
 * Where the rows stand while nothing may move: each row that stays keeps its place, one that left leaves a gap, to which
 * it may come back, and one that came takes the first gap, or a place at the end.
 */
export function keepPlaces<Row>(
  before: readonly Place<Row>[],
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
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
