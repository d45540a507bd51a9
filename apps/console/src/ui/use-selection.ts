import { useState } from 'react';

export interface Selection {
  ids: ReadonlySet<number>;
  /** As many are selected as can be: no more are taken. */
  isFull: boolean;
  set: (id: number, isSelected: boolean) => void;
  /** Selects these as well, as far as there is room. */
  add: (ids: readonly number[]) => void;
  clear: () => void;
}

/** Rows that were ticked, on whichever page of a list they stand; at most `limit` of them. */
export function useSelection(limit: number): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const add = (more: readonly number[]) => setIds((before) => new Set([...before, ...more].slice(0, limit)));
  const remove = (id: number) => setIds((before) => new Set([...before].filter((each) => each !== id)));
  return {
    ids,
    isFull: ids.size >= limit,
    set: (id, isSelected) => (isSelected ? add([id]) : remove(id)),
    add,
    clear: () => setIds(new Set()),
  };
}
