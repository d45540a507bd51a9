/** A place in a table: a row, or the gap that one left. */
export interface Place<Row> {
  key: string | number;
  row: Row | null;
}

/**
 * Where the rows stand while nothing may move: each row that stays keeps its place, one that left leaves a gap, and
 * one that came takes the first gap, or a place at the end.
 */
export function keepPlaces<Row>(
  before: readonly Place<Row>[],
  rows: readonly Row[],
  rowKey: (row: Row) => string | number,
): readonly Place<Row>[] {
  const current = new Map(rows.map((row) => [rowKey(row), row]));
  const standing = new Set(before.filter(({ row }) => row !== null).map(({ key }) => key));
  const arrivals = rows.filter((row) => !standing.has(rowKey(row)));
  const kept = before.map(({ key, row }): Place<Row> => {
    const staying = row === null ? undefined : current.get(key);
    if (staying !== undefined) return { key, row: staying };
    const arrival = arrivals.shift();
    return arrival === undefined ? { key, row: null } : { key: rowKey(arrival), row: arrival };
  });
  return [...kept, ...arrivals.map((row) => ({ key: rowKey(row), row }))];
}
