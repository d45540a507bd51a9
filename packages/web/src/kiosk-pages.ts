import type { QueryClient } from '@tanstack/react-query';
import { type Kiosk, listKioskCodes, listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import type { Answer } from './call.ts';
import { keyOf } from './query.ts';

type Page = Answer<typeof listKiosks>;

/**
 * Changes a kiosk in every page that is in the cache. It leaves the pages of a status that it no longer has; where it
 * comes to instead only the server knows.
 */
export function changeKiosk(client: QueryClient, { id, ...change }: Partial<Kiosk> & Pick<Kiosk, 'id'>): void {
  changePages(client, (row, status) => {
    if (row.id !== id) return row;
    const changed = { ...row, ...change };
    return status === undefined || changed.status === status ? changed : undefined;
  });
}

/** Takes a kiosk out of every page that is in the cache. */
export function removeKiosk(client: QueryClient, id: number): void {
  changePages(client, (row) => (row.id === id ? undefined : row));
}

/** Asks for the lists of kiosks and of their codes again, at once for those on the screen; resolves when they are here. */
export async function reloadKiosks(client: QueryClient): Promise<void> {
  const lists = [{ queryKey: keyOf(listKiosks) }, { queryKey: keyOf(listKioskCodes) }];
  // An answer under way may have been read before the change.
  await Promise.all(lists.map((list) => client.cancelQueries(list)));
  await Promise.all(lists.map((list) => client.invalidateQueries(list)));
}

function changePages(
  client: QueryClient,
  change: (row: Kiosk, status: Kiosk['status'] | undefined) => Kiosk | undefined,
) {
  for (const [key, page] of client.getQueriesData<Page>({ queryKey: keyOf(listKiosks) })) {
    const query = listKiosks.query.safeParse(key[2] ?? {}).data;
    if (!page || !query) continue;
    const rows = page.rows.map((row) => change(row, query.status)).filter((row) => row !== undefined);
    if (rows.every((row, index) => row === page.rows[index]) && rows.length === page.rows.length) continue;
    const gone = page.rows.length - rows.length;
    client.setQueryData<Page>(key, { rows, page: page.page && { ...page.page, total: page.page.total - gone } });
  }
}
