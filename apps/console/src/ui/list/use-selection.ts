import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  /** As many are selected as can be: no more are taken. */
  isFull: boolean;
  set: (row: Selectable, isSelected: boolean) => void;
  /** Selects these as well, as far as there is room. */
  add: (rows: readonly Selectable[]) => void;
  clear: () => void;
  /** Selects none of these any more, which are gone. */
  forget: (ids: ReadonlySet<number>) => void;
  /** Selects none of this group any more. */
  clearGroup: (group: number) => void;
}

interface Selectable {
  id: number;
  /** What the row goes away with, such as its folder. */
  group: number;
}

/** Rows that were ticked, on whichever page of a list they stand; at most `limit` of them. */
export function useSelection(limit: number): Selection {
  const [groups, setGroups] = useState<ReadonlyMap<number, number>>(new Map());
  const keep = (isKept: (row: Selectable) => boolean) =>
    setGroups((before) => new Map([...before].filter(([id, group]) => isKept({ id, group }))));
  const add = (rows: readonly Selectable[]) =>
    setGroups((before) => {
      const more = rows.map(({ id, group }) => [id, group] as const);
      return new Map([...new Map([...before, ...more])].slice(0, limit));
    });
  return {
    ids: new Set(groups.keys()),
    isFull: groups.size >= limit,
    set: (row, isSelected) => (isSelected ? add([row]) : keep(({ id }) => id !== row.id)),
    add,
    clear: () => setGroups(new Map()),
    forget: (ids) => keep(({ id }) => !ids.has(id)),
    clearGroup: (cleared) => keep(({ group }) => group !== cleared),
  };
}
