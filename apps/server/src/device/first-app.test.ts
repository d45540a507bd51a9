import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { atKiosk, building, visitTo } from '../testing/building.ts';
import { openDevice } from '../testing/devices.ts';
import { seedLicensedKiosk } from '../testing/kiosks.ts';

/*
 * What the first kiosk app sends, letter by letter, and what it reads of the answers. Kiosks are updated after the server, one by one
 * and some of them weeks later, so all of this has to hold as long as one of them may be out there. It does not import the contract,
 * which moves on.
 */

const Config = z.object({
  data: z.object({
    kiosk: z.object({ id: z.number(), name: z.string() }),
    settings: z.object({ languages: z.array(z.string()), defaultLanguage: z.string(), version: z.number() }),
  }),
});
const Tenants = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      enableGdpr: z.boolean(),
      employees: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
});
const Visit = z.object({
  data: z.object({ visitId: z.number(), badgeHtml: z.string().nullable(), notified: z.array(z.string()) }),
});
const Announced = z.object({ data: z.object({ hash: z.string(), expiresAt: z.string(), interval: z.number() }) });

test('the first kiosk app goes on with the server of today', async () => {
  const site = await building();
  await site.server.listen();
  const kiosk = await seedLicensedKiosk(site.db, site);
  const device = atKiosk(site.server, kiosk);
  const get = async (url: string) =>
    (await device.send({ method: 'GET', url: `/api/v1/device/${url}` })).json<object>();
  const post = (url: string, payload: object) => device.send({ method: 'POST', url: `/api/v1/device/${url}`, payload });

  const config = Config.parse(await get('config'));
  expect(config.data.kiosk).toEqual({ id: kiosk.id, name: kiosk.name });
  const { data: tenants } = Tenants.parse(await get('tenants'));
  expect(tenants.map(({ id }) => id)).toContain(site.tenant.id);

  const { body } = visitTo(site.tenant);
  const visit = { ...body, nonce: randomUUID(), occurredAt: new Date().toISOString() };
  const first = await post('visits', visit);
  expect(first.statusCode).toBe(201);
  expect(Visit.safeParse(first.json())).toMatchObject({ success: true });
  expect((await post('visits', visit)).json<object>()).toEqual(first.json<object>());
  expect(await get(`phone_lookup?phone=${encodeURIComponent(body.phone)}`)).toMatchObject({ data: { known: false } });
  const out = await post('visits/check_out', { nonce: randomUUID(), occurredAt: visit.occurredAt, phone: body.phone });
  expect([out.statusCode, out.json<object>()]).toMatchObject([200, { data: { visitorName: body.name } }]);

  const announced = await post('announce', { deviceSecret: 'a secret of the device', appVersion: '0.1.0', mac: null });
  expect(Announced.safeParse(announced.json())).toMatchObject({ success: true });

  const channel = await openDevice(device);
  channel.send({
    event: 'heartbeat',
    payload: { appVersion: '0.1.0', androidVersion: null, mac: null, settingsVersion: 1, queueLength: 0, battery: 90 },
  });
  await vi.waitUntil(async () => {
    const row = await site.db.selectFrom('kiosk').selectAll().where('id', '=', kiosk.id).executeTakeFirstOrThrow();
    return row.is_online && row.app_version === '0.1.0';
  });
  expect(channel.socket.readyState).toBe(channel.socket.OPEN);
});
