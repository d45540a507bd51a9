import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openVault } from './vault.ts';

test('reopens storage that the browser closed, with its data', async () => {
  const databases: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...args) => {
    const request = open(...args);
    request.addEventListener('success', () => databases.push(request.result));
    return request;
  });
  const vault = await openVault(crypto.randomUUID());
  await vault.append({ name: 'Åse' });
  // Browsers close the database before they report it.
  databases[0]?.close();
  databases[0]?.dispatchEvent(new IDBVersionChangeEvent('close'));
  await vault.append({ name: 'Ola' });
  expect(await vault.count()).toBe(2);
  expect(await vault.next(0)).toMatchObject({ value: { name: 'Åse' } });
  expect(databases).toHaveLength(2);
});
