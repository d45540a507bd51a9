import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  isFull: boolean;
  set: (row: Selectable, isSelected: boolean) => void;
  add: (rows: readonly Selectable[]) => void;
  clear: () => void;
  /** Deselects rows that are gone. */
  forget: (ids: ReadonlySet<number>) => void;
  clearGroup: (group: number) => void;
}

interface Selectable {
  id: number;
  /** The parent that the row disappears with, such as its folder. */
  group: number;
}

/** The rows selected on any page, at most `limit`. */
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
