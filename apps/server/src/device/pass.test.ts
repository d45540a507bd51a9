import { randomUUID } from 'node:crypto';
import {
  checkOutAtDevice,
  getDeviceConfig,
  lookUpBadgeAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/device.ts';
import { expect, test } from 'vitest';
import { badgeCode } from '../badge/code.ts';
import { type Building, building, seedVisitor, visitTo } from '../testing/building.ts';
import { testVault } from '../testing/server.ts';

const codeOf = (id: number, kind: 'visitor' | 'visit' = 'visitor') => badgeCode(testVault, { kind, id });

/** What a kiosk sends of somebody who shows a code, and whose phone it does not know. */
function arrival(site: Building, code: string, nonce = randomUUID()) {
  const { phone: _, ...body } = visitTo(site.tenant, { name: 'As on the code' }).body;
  return { body: { ...body, badgeCode: code, nonce, occurredAt: new Date().toISOString() } };
}

test('somebody who is expected comes in by the code that they were sent, and leaves by it', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { id, phone } = await seedVisitor(site.db, site, { expectedBy: site.tenant, name: 'Expected' });
  const scan = async () => (await kiosk.call(lookUpBadgeAtDevice, { body: { code: codeOf(id) } })).data;
  expect(await scan()).toMatchObject({ known: true, name: 'Expected', preregisteredTenantId: site.tenant.id });

  const input = arrival(site, codeOf(id));
  const first = await kiosk.call(registerVisitAtDevice, input);
  expect(first.status).toBe(201);
  expect((await kiosk.call(registerVisitAtDevice, input)).data.visitId).toBe(first.data.visitId);
  const inside = await site.db.selectFrom('visit').select('visitor_id').where('id', '=', first.data.visitId).execute();
  expect(inside).toEqual([{ visitor_id: id }]);
  const kept = await site.db.selectFrom('visitor').select('phone').where('id', '=', id).execute();
  expect(kept).toEqual([{ phone }]);

  expect(await scan()).toMatchObject({ known: true, preregisteredTenantId: null });
  expect(await kiosk.call(registerVisitAtDevice, arrival(site, codeOf(id)))).toBeRefused(
    409,
    'visitorIsAlreadyCheckedIn',
  );
  expect((await kiosk.call(checkOutAtDevice, { body: { badgeCode: codeOf(id) } })).data.visitorName).toBe(
    'As on the code',
  );
  expect(await kiosk.call(registerVisitAtDevice, arrival(site, codeOf(id)))).toBeRefused(409, 'visitorIsNotExpected');
});

test('one code at two kiosks at once is one visit', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { id } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => kiosk.call(registerVisitAtDevice, arrival(site, codeOf(id)))),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201,
    ...Array.from({ length: 7 }, () => 409),
  ]);
});

test('no code of another company, of a visit, of somebody not expected or made up lets anybody in', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const foreign = await seedVisitor(site.db, site.elsewhere, { expectedBy: site.elsewhere.tenant });
  const known = await seedVisitor(site.db, site);
  const enter = (code: string) => kiosk.call(registerVisitAtDevice, arrival(site, code));
  for (const code of [codeOf(foreign.id), codeOf(1, 'visit'), 'NONE']) {
    expect(await enter(code)).toBeRefused(404, 'visitNotFound');
  }
  expect(await enter(codeOf(known.id))).toBeRefused(409, 'visitorIsNotExpected');
});

test('made-up codes are refused after twenty in a minute', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  for (let tried = 0; tried < 20; tried += 1) await kiosk.call(registerVisitAtDevice, arrival(site, 'NONE'));
  expect((await kiosk.call(registerVisitAtDevice, arrival(site, 'NONE'))).status).toBe(429);
  expect((await kiosk.call(lookUpBadgeAtDevice, { body: { code: 'NONE' } })).status).toBe(429);
});

test.for(['looked up', 'shown on arrival', 'shown to leave'] as const)(
  'codes %s are refused after twenty in a minute, also when many come at once',
  async (how) => {
    const site = await building();
    const kiosk = site.as('kiosk');
    const known = how === 'shown to leave' ? { inside: site.tenant } : { expectedBy: site.tenant };
    const { id } = await seedVisitor(site.db, site, known);
    const show = (code: string): Promise<{ status: number }> => {
      if (how === 'looked up') return kiosk.call(lookUpBadgeAtDevice, { body: { code } });
      if (how === 'shown on arrival') return kiosk.call(registerVisitAtDevice, arrival(site, code));
      return kiosk.call(checkOutAtDevice, { body: { badgeCode: code } });
    };
    // Its token is used for the first time, so that none of the following waits for that.
    await kiosk.call(getDeviceConfig);
    const made = Array.from({ length: 60 }, () => show('NONE'));
    // It comes last, when the others have used the tries up.
    const right = show(codeOf(id));
    const answers = await Promise.all(made);
    const refused = answers.flatMap(({ status }) => (status === 429 ? [status] : []));
    expect(refused).toHaveLength(40);
    expect(await right).toBeRefused(429, 'tooManyRequests');
  },
);

test('a visit needs a phone or a code, and not both', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { body } = arrival(site, 'NONE');
  const { badgeCode: _, name: __, ...without } = body;
  const missing = await kiosk.call(registerVisitAtDevice, { body: { ...without, name: '' } });
  expect(missing).toBeRefused(400, 'validation', {
    fields: { phone: 'phoneRequired', name: 'nameRequired' },
  });
  expect(await kiosk.call(registerVisitAtDevice, { body: { ...body, phone: '+4740000000' } })).toBeRefused(
    400,
    'validation',
  );
});
