import { randomUUID } from 'node:crypto';
import { reportDeviceRefusals } from '@vestibule/contract/kiosks/device.ts';
import { dismissRefusedActs, listRefusedActs } from '@vestibule/contract/kiosks/device-refusal.ts';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { deleteKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { expireRows } from '../../operation/clean-up/expire.ts';
import { atKiosk, type Building, building, seedTenant } from '../../testing/building.ts';
import { seedKiosk } from '../../testing/kiosks.ts';
import { openLive } from '../../testing/live.ts';
import { sharedServer } from '../../testing/server.ts';

type Refusal = Input<typeof reportDeviceRefusals>['body'][number];

const refusal = (tenantId: number | null): Refusal => ({
  nonce: randomUUID(),
  reason: 'visitorIsAlreadyCheckedIn',
  occurredAt: '2026-05-12T08:00:00.000Z',
  tenantId,
});

async function reported(site: Building, body = [refusal(site.tenant.id), refusal(null)]) {
  const kiosk = await seedKiosk(site.db, site, { name: 'Front door' });
  await atKiosk(site.server, kiosk).call(reportDeviceRefusals, { body });
  return { kiosk, body };
}

const listed = async (site: Building) =>
  (await site.as('reception').call(listRefusedActs, { params: { companyId: site.company.id } })).data;

test('the desk lists refused acts of kiosks, newest first, in pages', async () => {
  const site = await building();
  const { kiosk } = await reported(site);
  const place = { kiosk: { id: kiosk.id, name: 'Front door' }, occurredAt: '2026-05-12T08:00:00.000Z' };
  const tenant = { id: site.tenant.id, name: site.tenant.name };
  const rows = await listed(site);
  expect(rows).toMatchObject([
    { ...place, tenant: null, reason: 'visitorIsAlreadyCheckedIn' },
    { ...place, tenant },
  ]);
  const params = { companyId: site.company.id };
  await reported({ ...site, ...site.elsewhere });
  const first = await site.as('superAdmin').call(listRefusedActs, { params, query: { limit: '1' } });
  expect(first.page).toMatchObject({ total: 2, totalIsExact: true });
  const query = { limit: '1', cursor: first.page?.next ?? '' };
  const second = await site.as('company').call(listRefusedActs, { params, query });
  expect([...first.data, ...second.data]).toEqual(rows);
});

test('tells a check-in of a guest from a check-out, and from a check-in at a deleted tenant', async () => {
  const site = await building();
  const tenant = await seedTenant(site.db, site.company.id, 'Fjord Design');
  await reported(site, [
    { ...refusal(tenant.id), kind: 'checkIn' },
    { ...refusal(null), kind: 'checkIn' },
    { ...refusal(null), kind: 'checkOut' },
    refusal(null),
  ]);
  const kinds = async () =>
    (await listed(site)).map(({ kind, isTenantDeleted }) => [kind, isTenantDeleted]).toReversed();
  const others = [
    ['checkIn', false],
    ['checkOut', false],
    [null, false],
  ];
  expect(await kinds()).toEqual([['checkIn', false], ...others]);
  await site.as('company').call(deleteTenant, { params: { tenantId: tenant.id } });
  expect(await kinds()).toEqual([['checkIn', true], ...others]);
});

test.for(['0000-01-01T00:00:00.000Z', `2026-05-12T08:00:00.${'1'.repeat(60_000)}Z`])(
  'refuses an impossible time: %#',
  async (occurredAt) => {
    const site = await building();
    const atDoor = atKiosk(site.server, await seedKiosk(site.db, site, { name: 'Front door' }));
    const answer = await atDoor.call(reportDeviceRefusals, { body: [{ ...refusal(null), occurredAt }] });
    expect(answer).toBeRefused(400, 'validation');
  },
);

test('each desk sees a new report and its dismissal', async () => {
  await (await sharedServer()).listen();
  const site = await building();
  const desk = await openLive(site.as('reception'));
  const manager = await openLive(site.as('company'));
  const { kiosk, body } = await reported(site);
  const ids = (await listed(site)).map(({ id }) => id);
  const isChange = ({ event }: { event: string }) => event === 'kiosk_refusals_change';
  for (const screen of [desk, manager]) expect((await screen.until(isChange)).id).toBe(1);

  await atKiosk(site.server, kiosk).call(reportDeviceRefusals, { body });
  const params = { companyId: site.company.id };
  const dismiss = () => site.as('reception').call(dismissRefusedActs, { params, query: { ids: ids.join(',') } });
  expect([(await dismiss()).status, (await dismiss()).status]).toEqual([200, 200]);
  for (const screen of [desk, manager]) {
    expect((await screen.until((message) => isChange(message) && message.id > 1)).id).toBe(2);
  }
  expect(await listed(site)).toEqual([]);
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['role', 'subject_id'])
    .where('company_id', '=', site.company.id)
    .where('action', '=', 'refusedAct.dismissed')
    .execute();
  expect(entries.map(({ role }) => role)).toEqual(['reception', 'reception']);
});

test('dismisses only the named reports of the user’s company', async () => {
  const site = await building();
  await reported(site);
  const [row] = await listed(site);
  const dismissAt = ({ id: companyId }: { id: number }) =>
    site.as('superAdmin').call(dismissRefusedActs, { params: { companyId }, query: { ids: String(row?.id) } });
  await dismissAt(site.elsewhere.company);
  expect(await listed(site)).toHaveLength(2);
  await dismissAt(site.company);
  expect(await listed(site)).toHaveLength(1);
});

test('keeps the newest 500 refused acts of a kiosk, and those of other kiosks', async () => {
  const site = await building();
  await reported(site);
  const { kiosk } = await reported(site, [{ ...refusal(null), reason: 'visitNotFound' }]);
  for (const count of [250, 250]) {
    const body = Array.from({ length: count }, () => refusal(null));
    expect(await atKiosk(site.server, kiosk).call(reportDeviceRefusals, { body })).toMatchObject({ status: 200 });
  }
  const rows = await site.db
    .selectFrom('device_refusal')
    .select(['kiosk_id', 'reason'])
    .where('company_id', '=', site.company.id)
    .execute();
  const ofKiosk = rows.filter((row) => row.kiosk_id === kiosk.id);
  expect([rows.length, ofKiosk.length]).toEqual([502, 500]);
  expect(ofKiosk.map(({ reason }) => reason)).not.toContain('visitNotFound');
});

test('a refused act stays when its kiosk is deleted, and is deleted after 30 days', async () => {
  const site = await building();
  const { kiosk } = await reported(site);
  await site.as('company').call(deleteKiosk, { params: { kioskId: kiosk.id } });
  expect((await listed(site)).map((act) => act.kiosk)).toEqual([null, null]);
  await sql`update device_refusal set created_at = now() - interval '31 days' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  await expireRows.run(site.reach);
  expect(await listed(site)).toEqual([]);
});
