import { useSyncExternalStore } from 'react';

export const pageSizes = [10, 25, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

const key = 'vestibule.pageSize';
const listeners = new Set<() => void>();

/** How many rows a page has, on this computer: 10 until another size is chosen. */
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

/** `storage` tells of what another window chose. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}
