import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/** Hides cached data, which may be out of date, until a request since the mount succeeds. A later failure does not close the form. */
export function useFreshQuery<Data>(query: UseQueryResult<Data>) {
  const { isFetchedAfterMount, isSuccess } = query;
  const [isFresh, setFresh] = useState(false);
  if (isFetchedAfterMount && isSuccess && !isFresh) setFresh(true);
  // The query has another address.
  if (!isFetchedAfterMount && isFresh) setFresh(false);
  return { ...query, data: isFresh ? query.data : undefined };
}
