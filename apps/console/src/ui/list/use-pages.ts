import { useState, useSyncExternalStore } from 'react';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const key = 'vestibule.pageSize';
const listeners = new Set<() => void>();

/** 10 by default. */
export function usePageSize(): [PageSize, (size: PageSize) => void] {
  return [useSyncExternalStore(subscribe, read), choose];
}

function choose(size: PageSize) {
  localStorage.setItem(key, String(size));
  for (const listener of listeners) listener();
}

function read(): PageSize {
  const kept = localStorage.getItem(key);
  return pageSizes.find((each) => String(each) === kept) ?? 10;
}

/** The `storage` event reports the choice of another window. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

interface Place {
  cursor: string | null;
  from: number;
}

const start: Place = { cursor: null, from: 0 };

/** The address does not keep it. */
export function usePages() {
  const [pageSize, setPageSize] = usePageSize();
  const [[place, ...earlier], setPlaces] = useState<[Place, ...Place[]]>([start]);
  const [before, ...others] = earlier;
  const { cursor, from } = place;

  return {
    from,
    pageSize,
    query: { limit: pageSize, ...(cursor && { cursor }) },
    setPageSize: (size: PageSize) => {
      setPageSize(size);
      setPlaces([start]);
    },
    first: () => setPlaces([start]),
    previous: before ? () => setPlaces([before, ...others]) : null,
    next: (after: string, shown: number) => setPlaces([{ cursor: after, from: from + shown }, place, ...earlier]),
  };
}
