import { randomUUID } from 'node:crypto';
import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { giveAnswer } from '@vestibule/contract/visits/answer.ts';
import { cancelInvitation, checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, declinePass } from '@vestibule/contract/visits/pass.ts';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { answerToken } from '../../visits/notification/answer-token.ts';
import { atKiosk, building, visitTo } from '../../testing/building.ts';
import type { Caller } from '../../testing/caller.ts';
import { type DeviceClient, openDevice } from '../../testing/devices.ts';
import { invited, seedInvitation, tokenOfGuest } from '../../testing/invitations.ts';
import { seedLicensedKiosk } from '../../testing/kiosks.ts';
import { sharedServer, startServer, testVault } from '../../testing/server.ts';
import { pauseOfPassesMs, startNews } from './news.ts';

beforeAll(async () => void (await (await sharedServer()).listen()));

async function present(caller: Caller): Promise<DeviceClient> {
  const device = await openDevice(caller);
  // The server sends it once the device is there.
  await device.received('settings_changed');
  return device;
}

const newsOf = ({ messages }: DeviceClient) =>
  messages.map(({ event }) => event).filter((event) => event !== 'settings_changed');

test.for(['invited', 'canceled', 'declined', 'deleted with their tenant'] as const)(
  'tells the kiosks of a company in all processes when guests are %s',
  async (how) => {
    const site = await building();
    const other = await startServer();
    await other.listen();
    const { id, invitedGuestId } = await seedInvitation(site.db, site);
    const token = await tokenOfGuest(site.db, invitedGuestId);
    const here = await present(site.as('kiosk'));
    const there = await present(atKiosk(other, seedLicensedKiosk(site.db, site)));
    const foreign = await present(site.elsewhere.as('kiosk'));
    if (how === 'invited') await invited(site.as('company'), site.tenant);
    if (how === 'canceled') await site.as('company').call(cancelInvitation, { params: { invitationId: id } });
    if (how === 'declined') await site.as('pass').call(declinePass, { params: { token } });
    if (how === 'deleted with their tenant') {
      await site.as('company').call(deleteTenant, { params: { tenantId: site.tenant.id } });
    }
    const { payload } = await here.received('passes_changed');
    expect(payload).toBeNull();
    await there.received('passes_changed');
    expect(newsOf(foreign)).toEqual([]);
  },
);

test('many changes are one message at the end of the pause', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { reach } = await building();
  const told: unknown[] = [];
  const news = startNews(reach, {
    tell: async (concerned, message) => void told.push([concerned, await message(0)]),
  });
  const one = [{ companyId: 7 }, { event: 'passes_changed', payload: null }];
  for (let changes = 0; changes < 5; changes += 1) await news.passesChanged(7);
  expect(told).toEqual([one]);
  await vi.advanceTimersByTimeAsync(pauseOfPassesMs);
  expect(told).toEqual([one, one]);
  await vi.advanceTimersByTimeAsync(3 * pauseOfPassesMs);
  expect(told).toEqual([one, one]);
  await news.passesChanged(7);
  expect(told).toHaveLength(3);
});

test('tells no kiosk of arrivals and departures', async () => {
  const site = await building();
  const { id, invitedGuestId } = await seedInvitation(site.db, site);
  await site.db.updateTable('invitation').set({ employee_id: site.employee.id }).where('id', '=', id).execute();
  const pass = await tokenOfGuest(site.db, invitedGuestId);
  const kiosk = site.as('kiosk');
  const device = await present(kiosk);
  await site.as('reception').call(checkInGuests, { body: { ids: [invitedGuestId] } });
  await site.as('pass').call(checkOutPass, { params: { token: pass } });
  const { data } = await kiosk.call(registerVisitAtDevice, visitBy(pass));
  const token = answerToken(testVault, data.visitId);
  await site.as('pass').call(giveAnswer, { params: { token }, body: { kind: 'wait' } });
  await device.received('visit_answered');
  expect(newsOf(device)).toEqual(['visit_answered']);
});

const visitBy = (pass: string) => ({
  body: {
    pass,
    nonce: randomUUID(),
    occurredAt: new Date().toISOString(),
    shouldPrintMainBadge: false,
    shouldPrintParkingBadge: false,
  },
});

test('brings the host’s answer to the kiosk of the visit, and to no other', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const device = await present(kiosk);
  const other = await present(site.as('kiosk'));
  const { body } = visitTo(site.tenant, { employeeId: site.employee.id });
  const nonce = randomUUID();
  const { data } = await kiosk.call(registerVisitAtDevice, {
    body: { ...body, nonce, occurredAt: new Date().toISOString() },
  });
  const token = answerToken(testVault, data.visitId);
  const given = await site.as('pass').call(giveAnswer, { params: { token }, body: { kind: 'coming', minutes: 5 } });
  const { payload } = await device.received('visit_answered');
  const { visitor_id: visitorId } = await site.db
    .selectFrom('visit')
    .select('visitor_id')
    .where('id', '=', data.visitId)
    .executeTakeFirstOrThrow();
  expect(payload).toEqual({ visitorId, visitId: data.visitId, answer: given.data.answer });
  await invited(site.as('company'), site.tenant);
  await other.received('passes_changed');
  expect(newsOf(other)).toEqual(['passes_changed']);
});
