import { randomUUID } from 'node:crypto';
import { getDeviceConfig } from '@vestibule/contract/kiosks/device.ts';
import {
  checkOutAtDevice,
  lookUpBadgeAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { expect, test } from 'vitest';
import { badgeCode } from '../../visits/badge/code.ts';
import { type Building, building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { testVault } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';

const codeOf = (id: number, kind: 'visitor' | 'visit' = 'visitor') => badgeCode(testVault, { kind, id });

function arrival(site: Building, code: string, nonce = randomUUID()) {
  const { phone: _, ...body } = visitTo(site.tenant, { name: 'As on the code' }).body;
  return { body: { ...body, badgeCode: code, nonce, occurredAt: new Date().toISOString() } };
}

test('an expected visitor checks in and out by the code of the message', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { id, phone } = await seedVisitor(site.db, site, { expectedBy: site.tenant, name: 'Expected' });
  const scan = async () => (await kiosk.call(lookUpBadgeAtDevice, { body: { code: codeOf(id) } })).data;
  expect(await scan()).toEqual({
    known: true,
    name: 'Expected',
    companyName: 'Havila Logistics',
    preregisteredTenantId: site.tenant.id,
    lastVisit: null,
  });

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

test('refuses codes of other companies, of visits, of unexpected visitors and invented ones', async () => {
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

test('refuses codes after twenty invented ones in a minute', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  for (let tried = 0; tried < 20; tried += 1) await kiosk.call(registerVisitAtDevice, arrival(site, 'NONE'));
  expect((await kiosk.call(registerVisitAtDevice, arrival(site, 'NONE'))).status).toBe(429);
  expect((await kiosk.call(lookUpBadgeAtDevice, { body: { code: 'NONE' } })).status).toBe(429);
});

test.for(['looked up', 'shown on arrival', 'shown to leave'] as const)(
  'refuses codes %s after twenty in a minute, even simultaneous ones',
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
    await kiosk.call(getDeviceConfig);
    const made = Array.from({ length: 60 }, () => show('NONE'));
    const right = show(codeOf(id));
    const answers = await Promise.all(made);
    const refused = answers.flatMap(({ status }) => (status === 429 ? [status] : []));
    expect(refused).toHaveLength(40);
    expect(await right).toBeRefused(429, 'tooManyRequests');
  },
);

test('a code identifies the visitor: the kiosk stores new data and shows the last visit', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const kiosk = site.as('kiosk');
  const { id, phone } = await seedVisitor(site.db, site, { expectedBy: site.tenant, name: 'Expected Visitor' });
  const code = codeOf(id);
  const { body } = arrival(site, code);
  const host = { tenantId: site.tenant.id, employeeId: site.employee.id };
  const come = { ...body, ...host, name: 'Corrected Visitor', shouldSaveData: true, shouldPrintMainBadge: true };
  const { data } = await kiosk.call(registerVisitAtDevice, { body: come });
  expect(data.badgeHtml).toContain('Corrected Visitor');
  expect((await kiosk.call(checkOutAtDevice, { body: { badgeCode: code } })).data.visitorName).toBe(
    'Corrected Visitor',
  );
  const lookUp = async () => (await kiosk.call(lookUpBadgeAtDevice, { body: { code } })).data;
  const { id: tenantId, name: tenantName } = site.tenant;
  expect(await lookUp()).toMatchObject({
    known: true,
    name: 'Corrected Visitor',
    lastVisit: {
      tenant: { id: tenantId, name: tenantName },
      employee: { id: site.employee.id, name: site.employee.name },
    },
  });

  await site.db.updateTable('visitor').set({ preregistered_tenant_id: tenantId }).where('id', '=', id).execute();
  const { tenantId: _, employeeId: _host, ...others } = arrival(site, code).body;
  const remembered = { ...others, phone, name: null, companyName: null, repeatLastVisit: true };
  const again = await kiosk.call(registerVisitAtDevice, { body: { ...remembered, shouldPrintMainBadge: true } });
  expect(again.data.badgeHtml).toContain('Corrected Visitor');
  expect(again.data.badgeHtml).toContain(site.employee.name);
});

test('a visit needs a phone or a code, and refuses a code with another visitor’s phone', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { body } = arrival(site, 'NONE');
  const { badgeCode: _, name: __, ...without } = body;
  const missing = await kiosk.call(registerVisitAtDevice, { body: { ...without, name: '' } });
  expect(missing).toBeRefused(400, 'validation', {
    fields: { phone: 'phoneRequired', name: 'nameRequired' },
  });
  const { id } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
  const of = { ...body, badgeCode: codeOf(id), phone: freshPhone() };
  expect(await kiosk.call(registerVisitAtDevice, { body: of })).toBeRefused(404, 'visitNotFound');
});
