import { useState } from 'react';
import { type PageSize, usePageSize } from './use-page-size.ts';

interface Place {
  cursor: string | null;
  from: number;
}

const start: Place = { cursor: null, from: 0 };

/** The page of a list within a screen. Unlike the screen's own it is not kept in the address. */
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
