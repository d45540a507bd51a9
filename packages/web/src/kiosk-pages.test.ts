import { type Kiosk, listKiosks } from '@vestibule/contract/kiosks/kiosk.ts';
import { expect, test } from 'vitest';
import { changeKiosk, removeKiosk } from './kiosk-pages.ts';
import { createQueryClient, keyOf } from './query.ts';

const kiosk: Kiosk = {
  id: 7,
  companyId: 1,
  name: 'North door',
  hash: 'AB12CD34',
  comment: null,
  mac: null,
  ip: null,
  appVersion: null,
  androidVersion: null,
  status: 'online',
  enableCustomSettings: false,
  offlineSince: null,
  settingsVersion: 3,
  appliedSettingsVersion: 3,
  pendingDevice: null,
};

function fillPages() {
  const client = createQueryClient();
  const keyFor = (status: Kiosk['status']) =>
    keyOf(listKiosks, { params: { companyId: 1 }, query: { status, limit: 10 } });
  const fill = (status: Kiosk['status'], rows: Kiosk[]) =>
    client.setQueryData(keyFor(status), { rows, page: { total: rows.length, totalIsExact: true, next: null } });
  fill('online', [kiosk, { ...kiosk, id: 8 }]);
  fill('offline', [{ ...kiosk, id: 9, status: 'offline' }]);
  const read = (status: Kiosk['status']) =>
    client.getQueryData<{ rows: Kiosk[]; page: { total: number } }>(keyFor(status)) ?? { rows: [], page: { total: 0 } };
  return { client, read };
}

test('removes a kiosk that went offline from the online page and its count', () => {
  const { client, read } = fillPages();
  const untouched = read('offline');
  changeKiosk(client, { id: 7, status: 'offline', offlineSince: '2026-01-01T10:00:00.000Z' });
  expect(read('online').rows.map(({ id }) => id)).toEqual([8]);
  expect(read('online').page.total).toBe(1);
  expect(read('offline')).toBe(untouched);
});

test('updates the row of a kiosk and leaves its neighbors unchanged', () => {
  const { client, read } = fillPages();
  const [, neighbor] = read('online').rows;
  changeKiosk(client, { ...kiosk, appVersion: '2.1', appliedSettingsVersion: 4 });
  expect(read('online').rows[0]).toEqual({ ...kiosk, appVersion: '2.1', appliedSettingsVersion: 4 });
  expect(read('online').rows[1]).toBe(neighbor);
  expect(read('online').page.total).toBe(2);
});

test('removes a kiosk that was removed at its screen from all pages', () => {
  const { client, read } = fillPages();
  removeKiosk(client, 9);
  expect(read('offline')).toMatchObject({ rows: [], page: { total: 0 } });
  expect(read('online').rows).toHaveLength(2);
});
