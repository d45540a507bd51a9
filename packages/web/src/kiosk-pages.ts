import type { QueryClient } from '@tanstack/react-query';
import { type Kiosk, listKioskCodes, listKioskEvents, listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import type { Answer } from './call.ts';
import { keyOf } from './query.ts';

type Page = Answer<typeof listKiosks>;

export function changeKiosk(client: QueryClient, { id, ...change }: Partial<Kiosk> & Pick<Kiosk, 'id'>): void {
  changePages(client, (row, status) => {
    if (row.id !== id) return row;
    const changed = { ...row, ...change };
    return status === undefined || changed.status === status ? changed : undefined;
  });
}

export function removeKiosk(client: QueryClient, id: number): void {
  changePages(client, (row) => (row.id === id ? undefined : row));
}

export async function reloadKiosks(client: QueryClient): Promise<void> {
  const lists = [listKiosks, listKioskCodes, listKioskEvents].map((list) => ({ queryKey: keyOf(list) }));
  // A running read may have started before the change.
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
