import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import { expect, test } from 'vitest';
import { renew, step, welcome } from './flow.ts';
import type { Flow, FlowEvent, Outcome } from './flow-states.ts';
import { type Answers, asksOf, longestRetention } from './questions.ts';

const all = { enableSaveVisitor: true, isPrinterOn: true };
const none = { enableSaveVisitor: false, isPrinterOn: false };

const kari = { id: 7, name: 'Kari Nordmann', photo: null };
const aurora = tenant({ id: 1, employees: [kari], enableGdpr: true, enablePrintBadgeOption: true });
const bryggen = tenant({ id: 2 });
const phone = '+4740012345';
/** Begins as the code of a badge does. */
const secret = 'V7KX2M9QTB4D6F8H0J2M4P6R8T';
const checkedInSince = '2026-11-23T08:12:00.000Z';
const stranger: FlowEvent = { type: 'greeted', phone, greeting: null, tenants: [aurora, bryggen] };

test('asks a new visitor all questions of the settings and the tenant', () => {
  const flow = walk(all, start(), stranger, answer({ name: 'Åse' }), answer({ companyName: 'Havila' }));
  expect(asked(flow)).toBe('tenant');
  const [employee, confirm, sending] = steps(
    flow,
    answer({ tenant: aurora }),
    answer({ employee: kari }),
    answer({ hasConsented: true, shouldSaveData: false, badges: { main: true, parking: false } }),
  );
  expect([employee, confirm].map(asked)).toEqual(['employee', 'confirm']);
  expect(asksOf(answersOf(confirm), all)).toEqual(['consent', 'remember', 'badges']);
  expect(sending).toMatchObject({
    at: 'sending',
    answers: { phone, name: 'Åse', companyName: 'Havila', employee: kari },
  });
});

test('a tenant without people, consent or badges is the last question', () => {
  const flow = walk(none, start(), stranger, answer({ name: 'Åse' }), answer({ companyName: 'Havila' }));
  expect(step(flow, answer({ tenant: bryggen }), none)).toMatchObject({ at: 'sending', answers: { tenant: bryggen } });
});

test('asks for badges only where the kiosk has a printer, also for the parking badge alone', () => {
  const parking = tenant({ id: 3, enablePrintParkingBadgeOption: true });
  const atTenant = (settings: typeof all) =>
    walk(
      settings,
      start(),
      stranger,
      answer({ name: 'Åse' }),
      answer({ companyName: 'Havila' }),
      answer({ tenant: parking }),
    );
  const printing = { ...none, isPrinterOn: true };
  expect(asked(atTenant(printing))).toBe('confirm');
  expect(asksOf(answersOf(atTenant(printing)), printing)).toEqual(['badges']);
  expect(atTenant(none).at).toBe('sending');
});

test('a host found by name also sets the tenant', () => {
  const flow = walk(all, start(), greeted({}));
  expect(asked(flow)).toBe('tenant');
  expect(asked(step(flow, answer({ tenant: aurora, employee: kari }), all))).toBe('confirm');
});

test('asks a known visitor for no name, and keeps them remembered', () => {
  const flow = walk(all, start(), greeted({}), answer({ tenant: bryggen }));
  const answers = { firstName: 'Åse', name: null, companyName: null, shouldSaveData: null };
  expect(flow).toMatchObject({ at: 'sending', answers });
});

test('repeats the last visit of a known visitor with one touch, and asks for the consent of the unnamed tenant', () => {
  const here = walk(all, start(), greeted({ canRepeatLastVisit: true }));
  expect(here).toMatchObject({ question: 'found', answers: { finding: { kind: 'returning' } } });
  const repeat = (enableGdpr: boolean, hasBadges: boolean) =>
    answer({ finding: null, repeatsLastVisit: { enableGdpr, hasBadges, gdprHandling: 'deletedAfter1week' } });
  const repeating = step(here, repeat(true, true), all);
  expect(asked(repeating)).toBe('confirm');
  // The kiosk does not know the tenant, so the desk prints its badge. The visitor stays remembered.
  expect(asksOf(answersOf(repeating), all)).toEqual(['consent']);
  const sending = step(repeating, answer({ hasConsented: true }), all);
  expect(sending).toMatchObject({ at: 'sending', answers: { name: null, repeatsLastVisit: {} } });
  expect(step(here, repeat(false, true), all).at).toBe('sending');

  const gone: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'notFound' } };
  const again = step(sending, gone, all);
  expect(again).toMatchObject({ question: 'tenant', problem: 'notFound', answers: { phone, name: null } });
  expect(answersOf(again).finding).toBeNull();
  expect(answersOf(again)).not.toHaveProperty('repeatsLastVisit');
  const unasked: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'consentRequired' } };
  const direct = step(here, repeat(false, false), all);
  expect(asked(step(direct, unasked, all))).toBe('confirm');
});

test('a known visitor can visit another host than last time', () => {
  const other = walk(all, start(), greeted({ canRepeatLastVisit: true }), answer({ finding: null }));
  expect(asked(other)).toBe('tenant');
  expect(asked(step(other, { type: 'back' }, all))).toBe('found');
});

test('the consent for the last host names the longest retention of all tenants, or none if a tenant keeps visits without a limit', () => {
  const week = tenant({ id: 5, enableGdpr: true, gdprHandling: 'deletedAfter1week' });
  const day = tenant({ id: 6, enableGdpr: true, gdprHandling: 'deletedAfter24hours' });
  expect(longestRetention([day, week, day])).toBe('deletedAfter1week');
  expect(longestRetention([day, { ...week, enableGdpr: false }])).toBeUndefined();
});

test('offers a visitor who is inside to check out of the open visit', () => {
  const inside = walk(all, start(), greeted({ checkedInSince }));
  expect(inside).toMatchObject({ question: 'found', answers: { finding: { kind: 'inside', since: checkedInSince } } });
  expect(asked(walk(all, start(), greeted({ known: false, firstName: null, checkedInSince })))).toBe('found');
  const leaving = step(inside, { type: 'leave' }, all);
  expect(leaving).toMatchObject({ at: 'sending', act: 'checkOut', answers: { phone, checkedInSince } });
  expect(asked(step(inside, { type: 'back' }, all))).toBe('phone');
  expect(walk(all, start(), { type: 'leave' })).toMatchObject({ question: 'phone' });
});

test('a visitor who forgot to check out begins another visit, which ends the open one', () => {
  const known = walk(all, start(), greeted({ checkedInSince }), { type: 'comeBack' });
  expect(known).toMatchObject({ question: 'tenant', isKnown: true, answers: { name: null, shouldSaveData: null } });
  const sending = step(known, answer({ tenant: bryggen }), all);
  expect(sending).toMatchObject({ at: 'sending', act: 'checkIn', answers: { phone, endsVisitSince: checkedInSince } });
  const unknown = walk(all, start(), greeted({ known: false, firstName: null, checkedInSince }), { type: 'comeBack' });
  expect(asked(unknown)).toBe('name');
  expect(walk(all, start(), { type: 'comeBack' })).toMatchObject({ question: 'phone' });
});

test('a check-out asks a visitor who is inside to confirm, and sends any other number', () => {
  const out: FlowEvent = { type: 'start', act: 'checkOut' };
  const inside = walk(all, out, greeted({ checkedInSince }));
  expect(asked(inside)).toBe('found');
  expect(step(inside, { type: 'comeBack' }, all)).toBe(inside);
  expect(step(inside, { type: 'leave' }, all)).toMatchObject({ at: 'sending', answers: { phone, checkedInSince } });
  for (const event of [stranger, greeted({}), greeted({ canRepeatLastVisit: true })]) {
    expect(walk(all, out, event)).toMatchObject({ at: 'sending', act: 'checkOut', answers: { phone } });
  }
});

test('a known visitor types name and company for a badge, and gets none without', () => {
  const badged = tenant({ id: 4, enablePrintBadgeOption: true });
  const asking = walk(all, start(), greeted({}), answer({ tenant: badged }));
  expect(asksOf(answersOf(asking), all)).toEqual(['badges']);
  expect(step(asking, answer({ badges: { main: false, parking: false } }), all)).toMatchObject({
    at: 'sending',
    answers: { name: null },
  });
  const badges = { main: true, parking: false };
  const [name, company, sending] = steps(
    asking,
    answer({ badges }),
    answer({ name: 'Åse Ødegård' }),
    answer({ companyName: 'Havila' }),
  );
  expect([name, company].map(asked)).toEqual(['name', 'company']);
  expect(sending).toMatchObject({
    at: 'sending',
    answers: { name: 'Åse Ødegård', companyName: 'Havila', badges, tenant: badged, shouldSaveData: null },
  });
});

test('asks for the name if the server forgot the visitor after the look-up', () => {
  const sending = walk(all, start(), greeted({}), answer({ tenant: bryggen }));
  const refused: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'validation' } };
  const asking = step(sending, refused, all);
  expect(asking).toMatchObject({ question: 'name', answers: { phone, tenant: bryggen }, isKnown: false });
  expect(asked(step(asking, answer({ name: 'Åse' }), all))).toBe('company');
});

test('keeps a name that was typed before the look-up', () => {
  const typed = walk(all, start(), stranger, answer({ name: 'Kari' }), answer({ companyName: 'H' }));
  const sending = walkFrom(typed, answer({ tenant: bryggen }), answer({ shouldSaveData: false }));
  const again = step(sending, { type: 'ended', outcome: { kind: 'refused', reason: 'invalidPhone' } }, all);
  expect(step(again, greeted({}), all)).toMatchObject({ at: 'sending', answers: { name: 'Kari', companyName: 'H' } });
});

test('asks an expected visitor whether to be remembered, but not for the destination', () => {
  const found = walk(all, start(), greeted({ preregisteredTenant: { id: 2, name: 'Bryggen' } }));
  expect(found).toMatchObject({ question: 'found', answers: { finding: { kind: 'expected', tenant: bryggen } } });
  const flow = step(found, answer({ finding: null, tenant: bryggen }), all);
  expect(asksOf(answersOf(flow), all)).toEqual(['remember']);
});

test('an expected visitor with a host is not asked for the host, whose name the kiosk does not get', () => {
  const expecting = { preregisteredTenant: { id: 1, name: 'Aurora' }, hasExpectedHost: true };
  const found = walk(none, start(), greeted(expecting));
  expect(found).toMatchObject({ answers: { finding: { kind: 'expected', hasHost: true } } });
  const confirm = step(found, answer({ finding: null, tenant: aurora, meetsExpectedHost: true }), none);
  expect(asked(confirm)).toBe('confirm');
  const sending = step(confirm, answer({ hasConsented: true }), none);
  expect(sending).toMatchObject({ at: 'sending', answers: { meetsExpectedHost: true } });
  const gone = step(sending, { type: 'ended', outcome: { kind: 'refused', reason: 'notFound' } }, none);
  expect(gone).toMatchObject({ question: 'tenant' });
  expect(answersOf(gone)).not.toHaveProperty('meetsExpectedHost');
  // A code proves the identity, so its answer names the host.
  const coded = { preregisteredTenantId: 1, expectedHost: { id: 7, name: 'Kari Nordmann' } };
  const comes = walk(none, { type: 'scan', code: 'P0000001' }, recognized(coded));
  expect(comes).toMatchObject({ question: 'confirm', answers: { employee: { id: 7, name: 'Kari Nordmann' } } });
});

test('asks an expected visitor for the destination if its tenant is not in the directory', () => {
  expect(asked(walk(all, start(), greeted({ preregisteredTenant: { id: 99, name: 'Gone' } })))).toBe('tenant');
});

test('asks for the name after a greeting with another name, keeps the phone, and does not offer to remember it', () => {
  const flow = walk(all, start(), greeted({}), { type: 'notMe' });
  expect(flow).toMatchObject({ question: 'name', isKnown: false });
  expect(answersOf(flow)).toEqual({ phone, shouldSaveData: null });
  const coded = walk(all, { type: 'scan', code: 'P0000001' }, recognized({ preregisteredTenantId: 2 }), {
    type: 'notMe',
  });
  expect(coded).toMatchObject({ question: 'phone' });
  expect(answersOf(coded)).toEqual({});
});

test('back asks the question before again, without its answer', () => {
  const flow = walk(all, start(), stranger, answer({ name: 'Åse' }), { type: 'back' });
  expect(flow).toMatchObject({ question: 'name', answers: { phone } });
  expect(flow).not.toHaveProperty('answers.name');
  expect(walk(all, start(), { type: 'back' })).toEqual(welcome);
});

test('going back keeps typed answers and drops data from the server', () => {
  const typed = walk(all, start(), stranger, answer({ name: 'Åse' }), answer({ companyName: 'Havila' }));
  const [company, name, number] = steps(typed, { type: 'back' }, { type: 'back' }, { type: 'back' });
  expect([company, name, number].map(asked)).toEqual(['company', 'name', 'phone']);
  expect(number).toMatchObject({ given: { phone, name: 'Åse', companyName: 'Havila' } });
  const known = walk(all, start(), greeted({}), { type: 'back' });
  expect(known).toMatchObject({ question: 'phone', given: { phone } });
  expect(known).not.toHaveProperty('given.name');
});

test('after a refusal, the visitor corrects the last question and sends from there', () => {
  const leaving = walk(all, { type: 'start', act: 'checkOut' }, answer({ phone }));
  const refused = step(leaving, { type: 'ended', outcome: { kind: 'refused', reason: 'visitNotFound' } }, all);
  const asking = step(refused, { type: 'back' }, all);
  expect(asking).toMatchObject({ act: 'checkOut', question: 'phone', given: { phone }, problem: null });
  expect(step(asking, answer({ phone: '+4740012346' }), all)).toMatchObject({
    at: 'sending',
    answers: { phone: '+4740012346' },
  });
  const gone = step(leaving, { type: 'ended', outcome: { kind: 'checkedOut', visitorName: 'Åse' } }, all);
  expect(step(gone, { type: 'back' }, all)).toEqual(welcome);
});

test('a returning visitor needs at most six touches after the phone number', () => {
  const touches: FlowEvent[] = [
    start(),
    greeted({}),
    answer({ tenant: aurora }),
    answer({ employee: kari }),
    answer({ hasConsented: true, badges: { main: false, parking: false } }),
  ];
  expect(walk(all, ...touches).at).toBe('sending');
  expect(touches.length).toBeLessThanOrEqual(6);
});

test('asks again for a phone that the server refuses, and keeps the other answers', () => {
  const sending = walk(
    none,
    start(),
    stranger,
    answer({ name: 'Åse' }),
    answer({ companyName: 'H' }),
    answer({ tenant: bryggen }),
  );
  const again = step(sending, { type: 'ended', outcome: { kind: 'refused', reason: 'invalidPhone' } }, none);
  expect(again).toMatchObject({
    question: 'phone',
    problem: 'invalidPhone',
    answers: { name: 'Åse', tenant: bryggen },
  });
  expect(step(again, stranger, none).at).toBe('sending');
});

test('asks again for a missing host and keeps the other answers', () => {
  const gone: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'notFound' } };
  const sending = walk(
    all,
    start(),
    stranger,
    answer({ name: 'Åse' }),
    answer({ companyName: 'H' }),
    answer({ tenant: aurora, employee: kari }),
    answer({ hasConsented: true, shouldSaveData: false, badges: { main: true, parking: false } }),
  );
  const again = step(sending, gone, all);
  const kept = { phone, name: 'Åse', companyName: 'H', shouldSaveData: false };
  expect(again).toMatchObject({ at: 'question', question: 'tenant', problem: 'notFound' });
  expect(again).toHaveProperty('answers', kept);
  expect(step(again, answer({ tenant: bryggen }), all)).toMatchObject({ at: 'sending', answers: kept });
  expect(asked(step(step(again, answer({ tenant: aurora }), all), answer({ employee: null }), all))).toBe('confirm');
  expect(asked(step(again, { type: 'back' }, all))).toBe('company');

  const expected = walk(
    all,
    start(),
    greeted({ preregisteredTenant: { id: 2, name: 'Bryggen' } }),
    answer({ finding: null, tenant: bryggen }),
    answer({ shouldSaveData: true }),
  );
  expect(asked(step(expected, gone, all))).toBe('tenant');
  const delivery = walk(none, { type: 'start', act: 'delivery' }, answer({ tenant: bryggen }));
  expect(step(delivery, gone, none)).toMatchObject({ question: 'tenant', answers: {}, past: [] });
});

test('preselects the consent and badges only for the tenant of the choice', () => {
  const failed: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'visitorIsAlreadyCheckedIn' } };
  const choices = { hasConsented: true, badges: { main: false, parking: false } };
  const wanting = tenant({ id: 3, enableGdpr: true, enablePrintBadgeOption: true });
  const atTenant = walk(all, start(), greeted({ canRepeatLastVisit: true }), answer({ finding: null }));
  const to = (chosen: DeviceTenant) => answer({ tenant: chosen, employee: null });
  const back: FlowEvent = { type: 'back' };
  const atTenantAgain = walkFrom(atTenant, to(aurora), answer(choices), failed, back, back);
  expect(asked(atTenantAgain)).toBe('tenant');
  expect(walkFrom(atTenantAgain, to(aurora))).toMatchObject({ question: 'confirm', given: choices });
  const elsewhere = walkFrom(atTenantAgain, to(wanting));
  expect(givenOf(elsewhere)).toEqual({ finding: null, tenant: wanting, employee: null });

  const repeatsLastVisit = { enableGdpr: true, hasBadges: true, gdprHandling: undefined };
  const repeating = walkFrom(atTenantAgain, back, answer({ finding: null, repeatsLastVisit }));
  expect(givenOf(repeating)).toEqual({ finding: null, repeatsLastVisit });
  const returned = walkFrom(repeating, answer(choices), failed, back, back, answer({ finding: null }), to(aurora));
  expect(givenOf(returned)).toEqual({ finding: null, tenant: aurora, employee: null });

  const gone: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'notFound' } };
  const again = walkFrom(atTenant, to(aurora), answer({ ...choices, shouldSaveData: true }), gone);
  expect(givenOf(again)).toEqual({ finding: null, shouldSaveData: true });
});

test('asks for a consent that the tenant requires since the start of the visit, and keeps the other answers', () => {
  const wanting = { ...bryggen, enableGdpr: true };
  const asking = walk(all, start(), stranger, answer({ name: 'Åse' }), answer({ companyName: 'H' }));
  const last = step(asking, answer({ tenant: bryggen }), all);
  expect(asksOf(answersOf(last), all)).toEqual(['remember']);
  const noticed = renew(last, [aurora, wanting]);
  expect(asksOf(answersOf(noticed), all)).toEqual(['consent', 'remember']);
  expect(asksOf(answersOf(step(noticed, answer({ shouldSaveData: false }), all)), all)).toEqual(['consent']);

  const sending = step(last, answer({ shouldSaveData: false }), all);
  const refused: FlowEvent = { type: 'ended', outcome: { kind: 'refused', reason: 'consentRequired' } };
  const told = step(sending, refused, all);
  expect(told).toMatchObject({ question: 'confirm', answers: { phone, name: 'Åse', shouldSaveData: false } });
  expect(asksOf(answersOf(told), all)).toEqual(['consent']);
  expect(asksOf(answersOf(step(told, { type: 'back' }, all)), all)).toEqual(['remember']);
  expect(step(told, answer({ hasConsented: true }), all)).toMatchObject({ at: 'sending', answers: { name: 'Åse' } });
  expect(step(told, answer({ hasConsented: false }), all)).toMatchObject({
    outcome: { kind: 'declined' },
    answers: {},
  });
});

test('a badge checks out from the welcome, and from the question for the phone', () => {
  const scan: FlowEvent = { type: 'scan', code: 'V0000001' };
  const gone = { at: 'sending', act: 'checkOut', answers: { badgeCode: 'V0000001' } };
  expect(step(welcome, scan, all)).toMatchObject(gone);
  expect(walk(all, { type: 'start', act: 'checkOut' }, scan)).toMatchObject(gone);
  expect(asked(walk(all, start(), scan))).toBe('phone');
});

test('a code of an expected visitor checks in without a phone, and checks out when inside', () => {
  const looking = walk(all, { type: 'openCamera' }, { type: 'scan', code: 'P0000001' });
  expect(looking).toEqual({ at: 'looking', code: 'P0000001' });
  const comes = step(looking, recognized({ preregisteredTenantId: 2 }), all);
  expect(comes).toMatchObject({ question: 'confirm', answers: { badgeCode: 'P0000001', tenant: bryggen } });
  expect(asksOf(answersOf(comes), all)).toEqual(['remember']);
  expect(step(comes, answer({ shouldSaveData: false }), all)).toMatchObject({ at: 'sending', act: 'checkIn' });
  const leaves = { at: 'sending', act: 'checkOut', answers: { badgeCode: 'P0000001' } };
  expect(step(looking, recognized({}), all)).toMatchObject(leaves);
  expect(step(looking, recognized({ known: false, name: null, companyName: null }), all)).toMatchObject(leaves);
  // Outside of the working hours a visitor can still check out.
  expect(step(looking, recognized({ preregisteredTenantId: 2 }, false), all)).toEqual(welcome);
  expect(step(looking, recognized({}, false), all)).toMatchObject(leaves);
});

test('a code on the last screen starts another visit, unless it belongs to the same visitor', () => {
  const scan = (code: string) => ({ type: 'scan', code }) as const;
  const done = (outcome: Outcome) => ({ type: 'ended', outcome }) as const;
  const gone = walk(all, scan('V0000001'), done({ kind: 'checkedOut', visitorName: 'Åse' }));
  expect(step(gone, scan('V0000001'), all)).toBe(gone);
  expect(step(gone, scan('V0000002'), all)).toMatchObject({ at: 'sending', answers: { badgeCode: 'V0000002' } });
  const come = walk(
    none,
    start(),
    greeted({}),
    answer({ tenant: bryggen }),
    done({ kind: 'kept', without: 'network' }),
  );
  expect(step(come, scan('V0000001'), none)).toBe(come);
  expect(step(come, scan('P0000001'), none)).toEqual({ at: 'looking', code: 'P0000001' });
  const unknown = walk(all, scan('P0000001'), done({ kind: 'refused', reason: 'tooManyRequests' }));
  expect(step(unknown, scan('V0000001'), all)).toMatchObject({ at: 'sending', act: 'checkOut' });
});

test('a visitor without a code continues from the camera with the phone number', () => {
  expect(asked(walk(all, { type: 'openCamera' }, start()))).toBe('phone');
  expect(walk(all, { type: 'openCamera' }, { type: 'back' })).toEqual(welcome);
});

test('a pass greets the guest with one touch, and asks nothing that its page has asked', () => {
  const looking = step(welcome, { type: 'scan', code: secret }, all);
  expect(looking).toEqual({ at: 'looking', code: secret });
  const greeted = step(looking, guest(), all);
  expect(greeted).toMatchObject({ question: 'found', answers: { pass: secret, finding: { kind: 'invited' } } });
  const sending = step(greeted, answer({ finding: null }), all);
  expect(sending).toMatchObject({ at: 'sending', act: 'checkIn', answers: { pass: secret, tenant: bryggen } });
  expect(asked(step(looking, { type: 'reset' }, all))).toBe('welcome');
});

test('the last question greets a guest who has to choose', () => {
  const flow = walk(all, { type: 'scan', code: secret }, guest({ tenant: aurora, employee: kari }));
  expect(flow).toMatchObject({ question: 'confirm', answers: { finding: { kind: 'invited' } } });
  expect(asksOf(answersOf(flow), all)).toEqual(['consent', 'badges']);
  // The pass proves the identity, so a badge needs no typed name.
  const badges = { main: true, parking: false };
  const sending = step(flow, answer({ finding: null, hasConsented: true, badges }), all);
  expect(sending).toMatchObject({ at: 'sending', answers: { name: null, employee: kari, badges } });
});

test('asks a guest only for the data that the invitation lacks', () => {
  const lacking = guest({ lacksPhone: true, name: undefined, companyName: null, tenant: aurora, employee: kari });
  const greeted = walk(none, { type: 'scan', code: secret }, lacking);
  expect(asked(greeted)).toBe('found');
  const [number, name, confirm, sending] = steps(
    greeted,
    answer({ finding: null }),
    answer({ phone }),
    answer({ name: 'Eve' }),
    answer({ hasConsented: true, badges: { main: false, parking: false } }),
  );
  expect([number, name, confirm, sending].map(asked)).toEqual(['phone', 'name', 'confirm', 'sending']);
  const refused = step(
    sending ?? welcome,
    { type: 'ended', outcome: { kind: 'refused', reason: 'invalidPhone' } },
    all,
  );
  expect(refused).toMatchObject({ question: 'phone', problem: 'invalidPhone', answers: { name: 'Eve', pass: secret } });
  expect(asked(step(refused, { type: 'back' }, all))).toBe('found');
});

test('a pass that is not valid leads to the usual check-in, or to another code', () => {
  const outside = { kind: 'outside', from: checkedInSince, until: checkedInSince } as const;
  for (const finding of [outside, { kind: 'unusable', reason: 'passCanceled' } as const]) {
    const flow = walk(all, { type: 'scan', code: secret }, guest({ finding }));
    expect(flow).toMatchObject({ question: 'found', answers: { finding } });
    const usual = step(flow, start(), all);
    expect(usual).toMatchObject({ question: 'phone' });
    expect(answersOf(usual)).toEqual({});
    expect(step(flow, { type: 'scan', code: 'P0000001' }, all)).toMatchObject({ at: 'looking' });
    expect(step(flow, { type: 'openCamera' }, all)).toEqual({ at: 'camera', act: 'checkIn' });
  }
  const late = walk(all, { type: 'scan', code: secret }, guest(), answer({ finding: null }), {
    type: 'ended',
    outcome: { kind: 'refused', reason: 'passIsOver', finding: { kind: 'unusable', reason: 'passDeclined' } },
  });
  expect(late).toMatchObject({ question: 'found', answers: { finding: { reason: 'passDeclined' } } });
});

test('a guest who is inside checks out by the pass', () => {
  const finding = { kind: 'inside', since: checkedInSince, visitor: {} } as const;
  // Outside of the working hours too.
  const inside = walk(all, { type: 'scan', code: secret }, guest({ finding }, false));
  expect(inside).toMatchObject({ question: 'found', answers: { finding } });
  const leaving = step(inside, { type: 'leave' }, all);
  expect(leaving).toMatchObject({ at: 'sending', act: 'checkOut' });
  expect(leaving).toHaveProperty('answers', { pass: secret, checkedInSince });
  expect(walk(all, { type: 'scan', code: secret }, guest({}, false))).toEqual(welcome);
});

test('a typed code that is refused stays on its screen, and back returns to the screen before', () => {
  const typing = walk(all, { type: 'openCamera' }, { type: 'openCode' });
  const looking = step(typing, { type: 'typeCode', code: 'V0000001' }, all);
  expect(looking).toMatchObject({ at: 'looking', code: 'V0000001' });
  const unknown = step(looking, guest({ finding: { kind: 'unusable', reason: 'passUnknown' } }), all);
  expect(unknown).toMatchObject({ at: 'code', typed: 'V0000001', problem: 'passUnknown' });
  const away = step(looking, { type: 'ended', outcome: { kind: 'refused', reason: 'network' } }, all);
  expect(away).toMatchObject({ at: 'code', typed: 'V0000001', problem: 'network' });
  expect(step(away, { type: 'back' }, all)).toEqual({ at: 'camera', act: 'checkIn' });
  expect(asked(step(looking, guest(), all))).toBe('found');
  expect(asked(step(away, { type: 'scan', code: secret }, all))).toBe('looking');
});

test('the last screen ignores the pass of the same guest', () => {
  const done = walk(all, { type: 'scan', code: secret }, guest(), answer({ finding: null }), {
    type: 'ended',
    outcome: { kind: 'kept', without: 'network' },
  });
  expect(step(done, { type: 'scan', code: secret }, all)).toBe(done);
  expect(step(done, { type: 'scan', code: 'V7KX2M9QTB4D6F8H0J2M4P6R8Q' }, all).at).toBe('looking');
});

test('sends and stores nothing without consent', () => {
  const flow = walk(all, start(), greeted({}), answer({ tenant: aurora }), answer({ employee: kari }));
  expect(step(flow, answer({ hasConsented: false }), all)).toEqual({
    at: 'end',
    act: 'checkIn',
    answers: {},
    outcome: { kind: 'declined' },
    sent: null,
  });
});

test('a retry after a failure sends all answers again', () => {
  const sending = walk(all, start(), greeted({}), answer({ tenant: bryggen }));
  const failed = step(sending, { type: 'ended', outcome: { kind: 'refused', reason: 'network' } }, all);
  expect(step(failed, { type: 'retry' }, all)).toMatchObject({ at: 'sending', answers: { phone, tenant: bryggen } });
  const looking = walk(all, { type: 'scan', code: 'P0000001' });
  const away = step(looking, { type: 'ended', outcome: { kind: 'refused', reason: 'network' } }, all);
  expect(step(away, { type: 'retry' }, all)).toEqual(looking);
});

test('a delivery asks for the tenant alone', () => {
  const flow = walk(all, { type: 'start', act: 'delivery' });
  expect(asked(flow)).toBe('tenant');
  expect(step(flow, answer({ tenant: aurora }), all).at).toBe('sending');
});

test('ignores a reply that arrives after the screen was cleared', () => {
  expect(walk(all, start(), { type: 'reset' }, stranger)).toEqual(welcome);
  expect(step(welcome, { type: 'ended', outcome: { kind: 'kept', without: 'network' } }, all)).toEqual(welcome);
});

function start(): FlowEvent {
  return { type: 'start', act: 'checkIn' };
}

function answer(answers: Extract<FlowEvent, { type: 'answer' }>['answers']): FlowEvent {
  return { type: 'answer', answers };
}

function greeted(changes: Partial<PhoneGreeting>): FlowEvent {
  const nothing = { canRepeatLastVisit: false, preregisteredTenant: null, checkedInSince: null };
  const greeting = { known: true, firstName: 'Åse', ...nothing, ...changes };
  return { type: 'greeted', phone, greeting, tenants: [aurora, bryggen] };
}

function recognized(changes: Partial<CodeGreeting>, isOpen = true): FlowEvent {
  const nothing = { preregisteredTenantId: null, lastVisit: null };
  const greeting = { known: true, name: 'Åse Ødegård', companyName: 'Havila', ...nothing, ...changes };
  return { type: 'recognized', greeting, tenants: [aurora, bryggen], isOpen };
}

function guest(changes: { [Key in keyof Answers]?: Answers[Key] | undefined } = {}, isOpen = true): FlowEvent {
  const known = { name: null, companyName: null, lacksPhone: false, shouldSaveData: null, employee: null };
  const answers = { pass: secret, firstName: 'Eve', finding: { kind: 'invited' }, tenant: bryggen, ...known } as const;
  const entries = Object.entries({ ...answers, ...changes }).filter(([, value]) => value !== undefined);
  return { type: 'passRead', answers: Object.fromEntries(entries), isOpen };
}

function walk(settings: typeof all, ...events: FlowEvent[]): Flow {
  return events.reduce((flow, event) => step(flow, event, settings), welcome);
}

function walkFrom(from: Flow, ...events: FlowEvent[]): Flow {
  return events.reduce((flow, event) => step(flow, event, all), from);
}

function answersOf(flow: Flow | undefined): Answers {
  return flow?.at === 'question' ? flow.answers : {};
}

function givenOf(flow: Flow): Answers {
  const { phone: _, ...given } = flow.at === 'question' ? flow.given : {};
  return given;
}

function steps(from: Flow, ...events: FlowEvent[]): Flow[] {
  let flow = from;
  return events.map((event) => (flow = step(flow, event, all)));
}

function asked(flow: Flow | undefined): string | undefined {
  return flow?.at === 'question' ? flow.question : flow?.at;
}

function tenant(changes: Partial<DeviceTenant> & { id: number }): DeviceTenant {
  return {
    name: `Tenant ${changes.id}`,
    logo: null,
    enableGdpr: false,
    enablePrintBadgeOption: false,
    enablePrintParkingBadgeOption: false,
    canReceiveDeliveries: true,
    employees: [],
    ...changes,
  };
}
