import { randomUUID } from 'node:crypto';
import { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { expect, test } from 'vitest';
import { building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';

const now = () => new Date().toISOString();

test('a nonce belongs to one kiosk, and to a check-in or check-out', async () => {
  const site = await building();
  const [kiosk, beside] = [site.as('kiosk'), site.as('kiosk')];
  const [nonce, another] = [randomUUID(), randomUUID()];
  const arrival = (nonce: string, changes: Parameters<typeof visitTo>[1] = {}) => ({
    body: { ...visitTo(site.tenant, changes).body, nonce, occurredAt: now() },
  });
  const phone = freshPhone();
  const hosted = arrival(nonce, { employeeId: site.employee.id });
  const [alone, elsewhere] = [arrival(another, { phone, name: 'Åse' }), arrival(nonce)];
  const leaving = { body: { nonce, occurredAt: now(), phone } };
  const all = async () => [
    (await kiosk.call(registerVisitAtDevice, hosted)).data,
    (await kiosk.call(registerVisitAtDevice, alone)).data,
    (await beside.call(registerVisitAtDevice, elsewhere)).data,
    (await kiosk.call(checkOutAtDevice, leaving)).data,
  ];
  const first = await all();
  expect(first).toMatchObject([{ notified: ['email'] }, { notified: [] }, { notified: [] }, { visitorName: 'Åse' }]);
  expect(new Set(first.slice(0, 3).map((answer) => 'visitId' in answer && answer.visitId)).size).toBe(3);
  expect(await all()).toEqual(first);
});

test('refuses check-outs after twenty unknown phones in a minute, known or not', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { phone: known } = await seedVisitor(site.db, site);
  const { phone: inside } = await seedVisitor(site.db, site, { inside: site.tenant });
  const leave = (phone: string) => kiosk.call(checkOutAtDevice, { body: { phone } });
  for (let tried = 0; tried < 10; tried += 1) {
    expect(await leave(freshPhone())).toBeRefused(404, 'visitNotFound');
    expect(await leave(known)).toBeRefused(409, 'visitorIsNotCheckedIn');
  }
  for (const phone of [freshPhone(), known, inside]) expect((await leave(phone)).status).toBe(429);
});
