import { randomUUID } from 'node:crypto';
import { lookUpPassAtDevice } from '@vestibule/contract/kiosks/device-pass.ts';
import {
  checkOutAtDevice,
  lookUpPhoneAtDevice,
  registerVisitAtDevice,
} from '@vestibule/contract/kiosks/device-visit.ts';
import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { cancelInvitation, getInvitation, removeGuest } from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, declinePass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { listVisitors, updateVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor, visitTo } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, hourMs, invited, moveDate, moveToNoon, tokenOfGuest } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { startServer } from '../../testing/server.ts';
import { changeSettings } from '../../testing/settings.ts';
import { expectGuests } from '../../visits/invitation/expectation.ts';

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function withPass(site: Building, changes: Parameters<typeof invited>[2] = {}) {
  await moveToNoon(site.db, site.company.id);
  const start = { startsAt: inMinutes(5), employeeId: site.employee.id };
  const invitation = await invited(site.as('company'), site.tenant, { ...start, ...changes });
  const guestId = invitation.guests[0]?.id ?? 0;
  const pass = await tokenOfGuest(site.db, guestId);
  const params = { invitationId: String(invitation.id) };
  const stateOf = async () => (await site.as('company').call(getInvitation, { params })).data.guests[0];
  return { invitation, guestId, pass, params, stateOf, person: site.as('pass') };
}

const visit = (pass: string, changes: Partial<Input<typeof registerVisitAtDevice>['body']> = {}) => ({
  body: {
    pass,
    nonce: randomUUID(),
    occurredAt: new Date().toISOString(),
    shouldPrintMainBadge: false,
    shouldPrintParkingBadge: false,
    ...changes,
  },
});

const silent = (changes: Parameters<typeof guest>[0] = {}) =>
  guest({ phone: null, email: 'g@test.example', ...changes });

test('greets a guest by the QR code, the link, the secret and the 8 characters', async () => {
  const site = await building();
  const { pass, person } = await withPass(site, { guests: [guest({ name: 'Åse Ødegård' })] });
  const { data: page } = await person.call(getPass, { params: { token: pass } });
  const typed = `${page.code.slice(0, 4)}-${page.code.slice(4)} `.toLowerCase();
  for (const text of [`HTTPS://DESK.EXAMPLE/PASS/${pass}`, `https://desk.example/pass/${pass}?x=1`, pass, typed]) {
    const { status, data } = await site.as('kiosk').call(lookUpPassAtDevice, { body: { pass: text } });
    expect([text, status, data]).toEqual([
      text,
      200,
      {
        firstName: 'Åse',
        tenant: site.tenant,
        host: { id: site.employee.id, name: site.employee.name },
        validFrom: page.validFrom,
        validUntil: page.validUntil,
        missing: [],
      },
    ]);
  }
});

test('checks a guest in by the pass alone, with the tenant and the host of the invitation', async () => {
  const site = await listeningBuilding();
  const someone = guest({ name: 'Åse Ødegård' });
  const { pass, invitation, stateOf } = await withPass(site, { title: 'Audit', guests: [someone] });
  const desk = await openLive(site.as('reception'));
  const { status, data } = await site.as('kiosk').call(registerVisitAtDevice, visit(pass));
  expect([status, data.notified]).toEqual([201, ['email']]);
  await desk.until(({ event }) => event === 'invitations_update');
  await desk.until(({ event }) => event === 'visitors_update');
  expect(await stateOf()).toMatchObject({ state: 'inside' });
  const query = { scope: 'current' } as const;
  const { data: inside } = await site
    .as('reception')
    .call(listVisitors, { params: { companyId: site.company.id }, query });
  expect(inside).toMatchObject([
    {
      name: someone.name,
      phone: someone.phone,
      currentVisitRecord: {
        id: data.visitId,
        tenant: site.tenant,
        employee: { id: site.employee.id },
        invitation: { id: invitation.id, title: 'Audit' },
      },
    },
  ]);
  const { data: entries } = await site
    .as('company')
    .call(listAuditEntries, { query: { companyId: site.company.id, action: 'visit.checkedIn' } });
  expect(entries).toMatchObject([{ role: 'kiosk', subjectId: data.visitId }]);
});

test('prints the badge of the invitation', async () => {
  const site = await building();
  await changeSettings(site, { enable_print_badge_option: true });
  const { pass } = await withPass(site, { guests: [guest({ name: 'Åse Ødegård' })] });
  const { data } = await site.as('kiosk').call(registerVisitAtDevice, visit(pass, { shouldPrintMainBadge: true }));
  expect(data.badgeHtml).toContain('Åse Ødegård');
  expect(data.badgeHtml).toContain(site.employee.name);
});

test('refuses a body with a destination and a pass, and one with neither', async () => {
  const site = await building();
  const { pass } = await withPass(site);
  const kiosk = site.as('kiosk');
  const come = (changes: Parameters<typeof visit>[1]) => kiosk.call(registerVisitAtDevice, visit(pass, changes));
  for (const [name, changes] of [
    ['tenantId', { tenantId: site.tenant.id }],
    ['tenantId', { repeatLastVisit: true }],
    ['employeeId', { employeeId: site.employee.id }],
    ['employeeId', { meetsExpectedHost: true }],
    ['badgeCode', { badgeCode: 'P'.repeat(21) }],
  ] as const) {
    expect(await come(changes)).toBeRefused(400, 'validation', { fields: { [name]: 'invalidValue' } });
  }
  expect(await come({ pass: undefined })).toBeRefused(400, 'validation', {
    fields: {
      phone: 'phoneRequired',
      name: 'nameRequired',
      companyName: 'companyNameRequired',
      shouldSaveData: 'invalidValue',
      tenantId: 'tenantRequired',
      employeeId: 'invalidValue',
    },
  });
  const { body } = visitTo(site.tenant);
  const offline = { ...visit(pass).body, ...body, pass: undefined, wasOpenedOffline: true };
  expect(await kiosk.call(registerVisitAtDevice, { body: offline })).toBeRefused(400, 'validation', {
    fields: { wasOpenedOffline: 'invalidValue' },
  });
});

test('refuses a pass that is checked in, and lets the guest return on the same day', async () => {
  const site = await building();
  const { pass, person, stateOf } = await withPass(site);
  const kiosk = site.as('kiosk');
  const first = await kiosk.call(registerVisitAtDevice, visit(pass));
  for (const device of [kiosk, site.as('kiosk')]) {
    expect(await device.call(lookUpPassAtDevice, { body: { pass } })).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
    expect(await device.call(registerVisitAtDevice, visit(pass))).toBeRefused(409, 'visitorIsAlreadyCheckedIn');
  }
  await person.call(checkOutPass, { params: { token: pass } });
  expect(await stateOf()).toMatchObject({ state: 'left' });
  const second = await kiosk.call(registerVisitAtDevice, visit(pass));
  expect(second.status).toBe(201);
  expect(second.data.visitId).not.toBe(first.data.visitId);
  expect(await stateOf()).toMatchObject({ state: 'inside' });
});

test.for(['with a phone', 'with two phones'] as const)(
  'one pass at two kiosks at once is one visit, %s',
  async (how) => {
    const site = await building();
    const { pass } = await withPass(site, how === 'with a phone' ? {} : { guests: [silent()] });
    const phone = () => (how === 'with a phone' ? {} : { phone: freshPhone() });
    const kiosks = Array.from({ length: 6 }, () => site.as('kiosk'));
    const answers = await Promise.all(kiosks.map((kiosk) => kiosk.call(registerVisitAtDevice, visit(pass, phone()))));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    const visits = await site.db.selectFrom('visit').select('id').where('company_id', '=', site.company.id).execute();
    expect(visits).toHaveLength(1);
  },
);

test('is valid from an hour before the start until midnight in the building, and says so', async () => {
  const site = await building();
  const { pass, invitation } = await withPass(site, { startsAt: inMinutes(61) });
  const kiosk = site.as('kiosk');
  const { data: early } = await kiosk.call(lookUpPassAtDevice, { body: { pass } });
  const window = { validFrom: early.validFrom, validUntil: early.validUntil };
  expect(Date.parse(early.validFrom)).toBe(Date.parse(invitation.startsAt) - hourMs);
  expect(await kiosk.call(registerVisitAtDevice, visit(pass))).toBeRefused(409, 'visitorIsNotExpected', window);
  await moveDate(site.db, invitation.id, -6);
  expect((await kiosk.call(registerVisitAtDevice, visit(pass))).status).toBe(201);

  const over = await withPass(site);
  await moveDate(site.db, over.invitation.id, -24);
  const { status, data: late } = await kiosk.call(lookUpPassAtDevice, { body: { pass: over.pass } });
  expect([status, Date.parse(late.validUntil) < Date.now()]).toEqual([200, true]);
  expect(await kiosk.call(registerVisitAtDevice, visit(over.pass))).toBeRefused(410, 'passIsOver', {
    validFrom: late.validFrom,
    validUntil: late.validUntil,
  });
});

test('refuses the pass of a canceled meeting, a guest who declined, a removed guest and another company', async () => {
  const site = await building();
  const use = async (pass: string, device = site.as('kiosk')) => [
    await device.call(lookUpPassAtDevice, { body: { pass } }),
    await device.call(registerVisitAtDevice, visit(pass)),
  ];
  const canceled = await withPass(site);
  await site.as('company').call(cancelInvitation, { params: canceled.params });
  for (const answer of await use(canceled.pass)) expect(answer).toBeRefused(410, 'passIsOver');
  const declined = await withPass(site);
  await declined.person.call(declinePass, { params: { token: declined.pass } });
  for (const answer of await use(declined.pass)) expect(answer).toBeRefused(410, 'passIsOver');
  const removed = await withPass(site, { guests: [guest(), guest()] });
  await site.as('company').call(removeGuest, { params: { ...removed.params, guestId: String(removed.guestId) } });
  for (const answer of await use(removed.pass)) expect(answer).toBeRefused(404, 'passUnknown');
  const foreign = await withPass(site);
  const { data } = await foreign.person.call(getPass, { params: { token: foreign.pass } });
  for (const text of [foreign.pass, data.code]) {
    for (const answer of await use(text, site.elsewhere.as('kiosk'))) expect(answer).toBeRefused(404, 'passUnknown');
  }
  for (const text of ['V'.repeat(21), 'x', '0'.repeat(26)]) {
    for (const answer of await use(text)) expect(answer).toBeRefused(404, 'passUnknown');
  }
  // A kiosk must not confirm that a pass is for another building.
  const problemOf = async (text: string) => {
    const { problem } = await site.elsewhere.as('kiosk').call(lookUpPassAtDevice, { body: { pass: text } });
    return { ...problem, requestId: '' };
  };
  expect(await problemOf(foreign.pass)).toEqual(await problemOf('0'.repeat(26)));
});

test('a series has one pass, which shows the next date when that of today is canceled', async () => {
  const site = await building();
  const until = inMinutes(3 * 24 * 60).slice(0, 10);
  const { pass, params, invitation } = await withPass(site, { repeat: { unit: 'day', interval: 1, until } });
  const kiosk = site.as('kiosk');
  const ask = async () => (await kiosk.call(lookUpPassAtDevice, { body: { pass } })).data.validFrom;
  expect(await ask()).toBe(new Date(Date.parse(invitation.startsAt) - hourMs).toISOString());
  await site.as('company').call(cancelInvitation, { params, query: { dates: 'this' } });
  const tomorrow = new Date(Date.parse(invitation.startsAt) + 23 * hourMs).toISOString();
  expect(await ask()).toBe(tomorrow);
  expect(await kiosk.call(registerVisitAtDevice, visit(pass))).toBeRefused(409, 'visitorIsNotExpected');
});

test('asks a guest for a missing phone and company once, and takes nothing else from the kiosk', async () => {
  const site = await building();
  const { pass, person, stateOf } = await withPass(site, { guests: [silent({ name: 'Åse', companyName: null })] });
  const kiosk = site.as('kiosk');
  const { data } = await kiosk.call(lookUpPassAtDevice, { body: { pass } });
  expect(data.missing).toEqual(['companyName', 'phone']);
  expect(await kiosk.call(registerVisitAtDevice, visit(pass))).toBeRefused(400, 'validation', {
    fields: { phone: 'phoneRequired' },
  });
  expect(await kiosk.call(registerVisitAtDevice, visit(pass, { phone: '+4712345' }))).toBeRefused(400, 'invalidPhone');
  const phone = freshPhone();
  const typed = { phone, name: 'Another name', companyName: 'Fjord' };
  expect((await kiosk.call(registerVisitAtDevice, visit(pass, typed))).status).toBe(201);
  expect(await stateOf()).toMatchObject({ name: 'Åse', companyName: 'Fjord', phone, state: 'inside' });
  await person.call(checkOutPass, { params: { token: pass } });
  expect((await kiosk.call(lookUpPassAtDevice, { body: { pass } })).data.missing).toEqual([]);
  await kiosk.call(registerVisitAtDevice, visit(pass, { phone: freshPhone() }));
  expect(await stateOf()).toMatchObject({ phone, state: 'inside' });
});

test('deletes the visitor whom the check-in created, with the data of the pass', async () => {
  const site = await building();
  const { pass, person } = await withPass(site, { guests: [silent()] });
  const phone = freshPhone();
  await site.as('kiosk').call(registerVisitAtDevice, visit(pass, { phone, shouldSaveData: true }));
  const visitorsWith = async () =>
    site.db
      .selectFrom('visitor')
      .select('should_save_data')
      .where('company_id', '=', site.company.id)
      .where('phone', '=', phone)
      .execute();
  expect(await visitorsWith()).toEqual([{ should_save_data: true }]);
  await person.call(checkOutPass, { params: { token: pass } });
  await person.call(deletePassData, { params: { token: pass } });
  expect(await visitorsWith()).toEqual([]);
});

test('a phone typed for a pass changes no visitor whom others know, and reveals nothing of them', async () => {
  const site = await building();
  const known = await seedVisitor(site.db, site, { name: 'Kari Known', companyName: 'Remembered' });
  await sql`update visitor set should_save_data = true, saved_until = now() + interval '9 days' where id = ${known.id}`.execute(
    site.db,
  );
  const rowOf = () =>
    site.db
      .selectFrom('visitor')
      .select(['name', 'company_name', 'should_save_data', 'preregistered_tenant_id', 'expected_invitation_id'])
      .where('id', '=', known.id)
      .executeTakeFirst();
  const before = await rowOf();
  const until = inMinutes(3 * 24 * 60).slice(0, 10);
  const { pass, person, stateOf } = await withPass(site, {
    guests: [silent({ name: 'Mallory' })],
    repeat: { unit: 'day', interval: 1, until },
  });
  const kiosk = site.as('kiosk');
  const typed = { phone: known.phone, shouldSaveData: true };
  expect((await kiosk.call(registerVisitAtDevice, visit(pass, typed))).status).toBe(201);
  expect(await rowOf()).toEqual(before);
  await person.call(checkOutPass, { params: { token: pass } });
  // Tomorrow's date of the series.
  await sql`update invitation set starts_at = starts_at - interval '1 day', ends_at = ends_at - interval '1 day'
    where company_id = ${site.company.id}`.execute(site.db);
  await expectGuests(site.reach);
  expect(await rowOf()).toEqual(before);
  const { data: greeting } = await kiosk.call(lookUpPhoneAtDevice, { query: { phone: known.phone } });
  expect(greeting).toMatchObject({ firstName: 'Kari', preregisteredTenant: null });
  const corrected = { name: 'Kari Known', companyName: 'Remembered', phone: freshPhone() };
  await site.as('company').call(updateVisitor, { params: { visitorId: known.id }, body: corrected });
  const { data: page } = await person.call(getPass, { params: { token: pass } });
  expect(page.guest.phone).toBe(known.phone);
  await person.call(deletePassData, { params: { token: pass } });
  expect(await rowOf()).toEqual(before);
  expect(await stateOf()).toBeUndefined();
});

test('refuses the phone of another guest of the meeting as any wrong phone, and few of them', async () => {
  const site = await building();
  const other = guest();
  const { pass } = await withPass(site, { guests: [silent(), other] });
  const type = (phone: string) => site.as('kiosk').call(registerVisitAtDevice, visit(pass, { phone }));
  const [taken, wrong] = [await type(other.phone ?? ''), await type('+4712345')];
  expect(taken).toBeRefused(400, 'invalidPhone');
  expect(taken.problem?.fields).toEqual(wrong.problem?.fields);
  for (let tries = 2; tries < 10; tries += 1) expect(await type(other.phone ?? '')).toBeRefused(400, 'invalidPhone');
  expect(await type(freshPhone())).toBeRefused(429, 'tooManyRequests');
});

test('asks a guest whose name shows no first name for the name', async () => {
  const site = await building();
  const { pass, person } = await withPass(site, { guests: [guest({ name: 'Dr. Ødegård' })] });
  const kiosk = site.as('kiosk');
  const { data } = await kiosk.call(lookUpPassAtDevice, { body: { pass } });
  expect(data).toMatchObject({ firstName: '', missing: ['name'] });
  expect((await kiosk.call(registerVisitAtDevice, visit(pass, { name: 'Åse Ødegård' }))).status).toBe(201);
  const visits = await site.db.selectFrom('visit').select('name').where('company_id', '=', site.company.id).execute();
  expect(visits).toEqual([{ name: 'Åse Ødegård' }]);
  expect((await person.call(getPass, { params: { token: pass } })).data.guest.state).toBe('inside');
});

test('remembers a guest who agreed on the pass', async () => {
  const site = await building();
  const someone = guest();
  const { pass } = await withPass(site, { guests: [someone] });
  await sql`update guest set should_save_data = true where company_id = ${site.company.id}`.execute(site.db);
  const kiosk = site.as('kiosk');
  await kiosk.call(registerVisitAtDevice, visit(pass));
  await kiosk.call(checkOutAtDevice, { body: { phone: someone.phone ?? '' } });
  const { data } = await kiosk.call(lookUpPhoneAtDevice, { query: { phone: someone.phone ?? '' } });
  expect(data).toMatchObject({ known: true, canRepeatLastVisit: true });
});

test('takes a late visit of a pass by its time, and its repeats once', async () => {
  const site = await building();
  const { pass, params, invitation, stateOf } = await withPass(site);
  await moveDate(site.db, invitation.id, -3);
  const occurredAt = inMinutes(-120);
  const canceledAt = (time: string) =>
    sql`update invitation set canceled_at = ${time}::timestamptz where id = ${invitation.id}`.execute(site.db);
  const kiosk = site.as('kiosk');
  await canceledAt(inMinutes(-150));
  expect(await kiosk.call(registerVisitAtDevice, visit(pass, { occurredAt }))).toBeRefused(410, 'passIsOver');
  await canceledAt(inMinutes(-60));
  const late = visit(pass, { occurredAt });
  const { status, data } = await kiosk.call(registerVisitAtDevice, late);
  expect(status).toBe(201);
  expect((await kiosk.call(registerVisitAtDevice, late)).data.visitId).toBe(data.visitId);
  expect(await stateOf()).toMatchObject({ state: 'inside' });
  const row = await site.db
    .selectFrom('visit')
    .select(['checked_in_at', 'invitation_id'])
    .where('id', '=', data.visitId)
    .executeTakeFirst();
  expect(row).toEqual({ checked_in_at: occurredAt, invitation_id: Number(params.invitationId) });
});

test.for(['canceled', 'declined'] as const)(
  'takes a visit that a kiosk let in offline, although %s before',
  async (how) => {
    const site = await building();
    const { pass, params, person, stateOf } = await withPass(site);
    const { data: page } = await person.call(getPass, { params: { token: pass } });
    if (how === 'canceled') await site.as('company').call(cancelInvitation, { params });
    else await person.call(declinePass, { params: { token: pass } });
    const kiosk = site.as('kiosk');
    const offline = { wasOpenedOffline: true };
    expect(await kiosk.call(registerVisitAtDevice, visit(page.code, offline))).toBeRefused(404, 'passUnknown');
    expect((await kiosk.call(registerVisitAtDevice, visit(pass, offline))).status).toBe(201);
    expect(await stateOf()).toMatchObject({ state: 'inside' });
  },
);

test('says since when a guest is inside, who checks out by the pass, and by no pass of another visit', async () => {
  const site = await building();
  const kiosk = site.as('kiosk');
  const [own, other] = [await withPass(site), await withPass(site)];
  await kiosk.call(registerVisitAtDevice, visit(own.pass));
  const { problem } = await kiosk.call(lookUpPassAtDevice, { body: { pass: own.pass } });
  expect(problem).toMatchObject({ reason: 'visitorIsAlreadyCheckedIn' });
  const { checkedInSince = '' } = problem ?? {};
  expect(Math.abs(Date.parse(checkedInSince) - Date.now())).toBeLessThan(60_000);
  const leave = (pass: string) => kiosk.call(checkOutAtDevice, { body: { pass, checkedInSince, nonce: randomUUID() } });
  expect(await leave(other.pass)).toBeRefused(404, 'visitNotFound');
  expect(await leave('0'.repeat(26))).toBeRefused(404, 'passUnknown');
  const { status, data } = await leave(own.pass);
  expect([status, data]).toEqual([200, { visitorName: 'Guest' }]);
  expect((await own.stateOf())?.state).toBe('left');
});

test('says whether a meeting was canceled or the guest declined', async () => {
  const site = await building();
  const lookUp = async (pass: string) =>
    (await site.as('kiosk').call(lookUpPassAtDevice, { body: { pass } })).problem?.passProblem;
  const [canceled, declined] = [await withPass(site), await withPass(site)];
  await site.as('company').call(cancelInvitation, { params: canceled.params });
  expect(await lookUp(canceled.pass)).toBe('canceled');
  await declined.person.call(declinePass, { params: { token: declined.pass } });
  expect(await lookUp(declined.pass)).toBe('declined');
  expect(await lookUp('0'.repeat(26))).toBeUndefined();
});

test('refuses passes after twenty unknown ones of a kiosk in a minute, even simultaneous ones', async () => {
  const site = await building();
  const { pass, person } = await withPass(site);
  const { data: page } = await person.call(getPass, { params: { token: pass } });
  const kiosk = site.as('kiosk');
  const from = { from: '203.0.113.9' };
  const ask = (text: string) => kiosk.call(lookUpPassAtDevice, { body: { pass: text } }, from);
  expect((await ask(page.code)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(`0000${1000 + n}`)));
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  for (const text of [page.code, pass]) expect(await ask(text)).toBeRefused(429, 'tooManyRequests');
  expect(await kiosk.call(registerVisitAtDevice, visit(pass), from)).toBeRefused(429, 'tooManyRequests');
});

test('limits unknown passes of all kiosks in a network', async () => {
  const site = await building(await startServer());
  const { pass } = await withPass(site);
  const from = { from: '203.0.113.10' };
  for (let kiosks = 0; kiosks < 4; kiosks += 1) {
    const kiosk = site.as('kiosk');
    for (let tried = 0; tried < 15; tried += 1) {
      expect(await kiosk.call(lookUpPassAtDevice, { body: { pass: 'x' } }, from)).toBeRefused(404, 'passUnknown');
    }
  }
  const next = site.as('kiosk');
  expect(await next.call(lookUpPassAtDevice, { body: { pass } }, from)).toBeRefused(429, 'tooManyRequests');
  expect((await next.call(lookUpPassAtDevice, { body: { pass } }, { from: '203.0.113.11' })).status).toBe(200);
});
