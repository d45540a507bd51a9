import { randomUUID } from 'node:crypto';
import { printBadge } from '@vestibule/contract/visits/badge.ts';
import {
  checkOutAtDevice,
  lookUpPhoneAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { deleteEmployee } from '@vestibule/contract/building/employee-edit.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { listVisitors } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { badgeCode } from '../../visits/badge/code.ts';
import { type Building, building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { changeSettings } from '../../testing/settings.ts';
import { testVault } from '../../testing/server.ts';

type Body = Input<typeof registerVisitAtDevice>['body'];

const person = { name: 'Astrid Example', companyName: 'Example Shipping' };
const asRemembered = { name: null, companyName: null };

function visit(tenant: { id: number }, changes: Partial<Body> = {}): { body: Body } {
  const { body } = visitTo(tenant);
  return { body: { ...body, nonce: randomUUID(), occurredAt: new Date().toISOString(), ...changes } };
}

async function remembered(site: Building) {
  const desk = site.as('reception');
  const body = { ...visitTo(site.tenant, { ...person, employeeId: site.employee.id, shouldSaveData: true }).body };
  const { data } = await desk.call(registerVisit, { body });
  await desk.call(checkOutVisitor, { params: { visitorId: data.visitor.id } });
  return { id: data.visitor.id, phone: body.phone };
}

test('a lookup by phone answers the first name, and nothing else about the visitor', async () => {
  const site = await building();
  const { phone } = await remembered(site);
  const { data } = await site.as('kiosk').call(lookUpPhoneAtDevice, { query: { phone } });
  expect(data).toEqual({
    known: true,
    firstName: 'Astrid',
    canRepeatLastVisit: true,
    preregisteredTenant: null,
    checkedInSince: null,
  });
});

test('a lookup by phone answers who expects the visitor, and since when an open visit lasts', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const nothing = {
    known: false,
    firstName: null,
    canRepeatLastVisit: false,
    preregisteredTenant: null,
    checkedInSince: null,
  };
  const lookUp = async (phone: string) => (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data;
  const expected = await seedVisitor(site.db, site, { expectedBy: site.tenant, name: 'Eve Example' });
  const { id, name } = site.tenant;
  expect(await lookUp(expected.phone)).toEqual({
    ...nothing,
    known: true,
    firstName: 'Eve',
    preregisteredTenant: { id, name },
  });
  const past = await seedVisitor(site.db, site);
  const foreign = await seedVisitor(site.db, site.elsewhere, { expectedBy: site.elsewhere.tenant });
  for (const { phone } of [past, foreign]) expect(await lookUp(phone)).toEqual(nothing);
  const unknown = await seedVisitor(site.db, site, { inside: site.tenant });
  const { checkedInSince, ...rest } = await lookUp(unknown.phone);
  expect(rest).toEqual({ known: false, firstName: null, canRepeatLastVisit: false, preregisteredTenant: null });
  expect(Math.abs(Date.parse(checkedInSince ?? '') - Date.now())).toBeLessThan(60_000);

  const astrid = await remembered(site);
  await kiosk.call(registerVisitAtDevice, visit(site.tenant, { phone: astrid.phone, ...asRemembered }));
  const inside = await lookUp(astrid.phone);
  expect(inside).toMatchObject({ known: true, firstName: 'Astrid', canRepeatLastVisit: false });
  expect(inside.checkedInSince).not.toBeNull();
});

test.each([false, true])(
  'a stranger who types a known phone changes no remembered data and no past visit, with shouldSaveData %s',
  async (shouldSaveData) => {
    const site = await building();
    const [desk, kiosk] = [site.as('reception'), site.as('kiosk')];
    const { id, phone } = await remembered(site);
    const all = async () => ({
      visitors: (await desk.call(listVisitors, { params: { companyId: site.company.id } })).data,
      visits: (await desk.call(listPastVisits, { params: { companyId: site.company.id }, query: {} })).data,
      remembered: (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data,
    });
    const before = await all();
    expect(before.visits).toHaveLength(1);

    for (const tenant of [site.neighbor, site.tenant]) {
      const stranger = visit(tenant, { phone, name: 'Mallory', companyName: 'Nowhere', shouldSaveData });
      expect((await kiosk.call(registerVisitAtDevice, stranger)).status).toBe(201);
      expect((await kiosk.call(checkOutAtDevice, { body: { phone } })).data).toEqual({ visitorName: 'Mallory' });
    }

    const after = await all();
    const { visits: past } = before;
    expect(after.visits.filter(({ visitor }) => visitor.name === person.name)).toEqual(past);
    expect(after.visits.filter(({ visitor }) => visitor.name === 'Mallory')).toHaveLength(shouldSaveData ? 2 : 0);
    expect(after.remembered).toEqual(before.remembered);
    expect(after.visitors.find((visitor) => visitor.id === id)).toMatchObject({ ...person, shouldSaveData: true });
  },
);

test('fills in name, company and host of a known visitor without printing or answering them', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true, enable_print_parking_badge_option: true });
  const [desk, kiosk] = [site.as('reception'), site.as('kiosk')];
  const { id, phone } = await remembered(site);
  const badges = { shouldPrintMainBadge: true, shouldPrintParkingBadge: true };
  const { tenantId: _, employeeId: _host, ...request } = visit(site.tenant, { phone, ...asRemembered, ...badges }).body;
  const body = { ...request, repeatLastVisit: true };
  const first = await kiosk.call(registerVisitAtDevice, { body });
  expect(first.data).toEqual({ visitId: first.data.visitId, badgeHtml: null, notified: ['email'] });
  const query = { scope: 'current' } as const;
  const { data: current } = await desk.call(listVisitors, { params: { companyId: site.company.id }, query });
  expect(current).toMatchObject([
    { id, ...person, currentVisitRecord: { tenant: { id: site.tenant.id }, employee: { id: site.employee.id } } },
  ]);
  const other = { ...body, ...visitTo(site.tenant, { phone }).body, ...badges, nonce: body.nonce };
  expect((await kiosk.call(registerVisitAtDevice, { body: other })).data).toEqual(first.data);
  const print = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'false' } as const;
  const { data } = await desk.call(printBadge, { params: { visitorId: id }, query: print });
  expect(data.html).toContain(person.name);
});

test.each([
  ['name', { companyName: 'Example Shipping' }],
  ['company name', { name: 'Astrid Example' }],
] as const)('prints no badge if only the %s is remembered', async (_, typed) => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { phone } = await remembered(site);
  const request = visit(site.tenant, { phone, ...asRemembered, ...typed, shouldPrintMainBadge: true });
  expect((await site.as('kiosk').call(registerVisitAtDevice, request)).data.badgeHtml).toBeNull();
});

test('prints name and company on the badge of a visitor who typed them', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { phone } = await remembered(site);
  const request = visit(site.tenant, { phone, name: 'Mallory', companyName: 'Nowhere', shouldPrintMainBadge: true });
  const { data } = await site.as('kiosk').call(registerVisitAtDevice, request);
  expect(data.badgeHtml).toContain('Mallory');
  expect(data.badgeHtml).not.toContain('Astrid');
  expect(data.badgeHtml).not.toContain(person.companyName);
});

test('only a known visitor may omit name and company, with few tries', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const past = await seedVisitor(site.db, site);
  const come = (phone: string) => kiosk.call(registerVisitAtDevice, visit(site.tenant, { phone, ...asRemembered }));
  const fields = { name: 'nameRequired', companyName: 'companyNameRequired' };
  for (const phone of [freshPhone(), past.phone]) {
    expect(await come(phone)).toBeRefused(400, 'validation', { fields });
  }
  for (let tried = 2; tried < 20; tried += 1) await come(freshPhone());
  const { phone } = await remembered(site);
  expect(await come(phone)).toBeRefused(429, 'tooManyRequests');
});

test('repeats the last visit only for a remembered visitor whose host still exists', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const repeat = (phone: string, typed: Partial<Body> = asRemembered) => {
    const { tenantId: _, employeeId: _host, ...body } = visit(site.tenant, { phone, ...typed }).body;
    return kiosk.call(registerVisitAtDevice, { body: { ...body, repeatLastVisit: true } });
  };
  const canRepeat = async (phone: string) =>
    (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data.canRepeatLastVisit;
  expect(await repeat(freshPhone(), person)).toBeRefused(404, 'notFound');

  const { phone } = await remembered(site);
  await kiosk.call(registerVisitAtDevice, visit(site.neighbor, { phone, name: 'Mallory', keepsChoice: true }));
  await kiosk.call(checkOutAtDevice, { body: { phone } });
  expect((await repeat(phone)).status).toBe(201);
  const { data } = await site.as('reception').call(listVisitors, {
    params: { companyId: site.company.id },
    query: { scope: 'current' },
  });
  expect(data).toMatchObject([{ currentVisitRecord: { tenant: { id: site.tenant.id } } }]);
  await kiosk.call(checkOutAtDevice, { body: { phone } });

  expect(await canRepeat(phone)).toBe(true);
  await site.as('company').call(deleteEmployee, { params: { employeeId: site.employee.id } });
  expect(await canRepeat(phone)).toBe(false);
  expect(await repeat(phone)).toBeRefused(404, 'notFound');
});

test('a visit names its destination, or repeats the last one', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { tenantId: _, employeeId: _host, ...body } = visit(site.tenant).body;
  expect(await kiosk.call(registerVisitAtDevice, { body })).toBeRefused(400, 'validation', {
    fields: { tenantId: 'tenantRequired', employeeId: 'invalidValue' },
  });
});

test('a check-out by phone ends only the visit of the lookup, and answers the first name', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const { phone } = await remembered(site);
  const request = visit(site.tenant, { phone, ...asRemembered, keepsChoice: true });
  const { data } = await kiosk.call(registerVisitAtDevice, request);
  const lookUp = async () => (await kiosk.call(lookUpPhoneAtDevice, { query: { phone } })).data.checkedInSince;
  const checkedInSince = (await lookUp()) ?? '';
  const leave = (body: Input<typeof checkOutAtDevice>['body']) => kiosk.call(checkOutAtDevice, { body });
  const earlier = new Date(Date.parse(checkedInSince) - 1).toISOString();
  expect(await leave({ phone, checkedInSince: earlier })).toBeRefused(409, 'visitorIsNotCheckedIn');
  expect(await lookUp()).toBe(checkedInSince);

  const nonce = randomUUID();
  expect((await leave({ nonce, phone, checkedInSince })).data).toEqual({ visitorName: 'Astrid' });
  const code = badgeCode(testVault, { kind: 'visit', id: data.visitId });
  expect((await leave({ nonce, badgeCode: code })).data).toEqual({ visitorName: 'Astrid' });
});
