import { kiosk as texts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { expect, test } from 'vitest';
import type { Answers } from '../questions.ts';
import { describeEnd } from './describe-end.ts';

const tenantOptions = {
  enableGdpr: false,
  enablePrintBadgeOption: false,
  enablePrintParkingBadgeOption: false,
  canReceiveDeliveries: true,
};
const badges = { main: true, parking: false };

test.each([
  [{}, null, []],
  [{ badges }, '<!doctype html>', [texts.done.printing]],
  // The tenant has stopped printing badges since.
  [{ badges }, null, [texts.done.laterBadge]],
] as const)('answering %j with %j has its own message', (answers: Answers, badgeHtml, lines) => {
  const outcome = { kind: 'checkedIn', notified: [], badgeHtml } as const;
  const said = describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome, sent: null });
  expect(said.lines).toEqual([texts.done.notTold, ...lines]);
});

test.each([
  ['network', 'There is no network, so Kari may not know yet that you are here. Please ask at the reception.'],
  [
    'noAnswer',
    'We cannot reach the server right now, so Kari may not know yet that you are here. Please ask at the reception.',
  ],
] as const)('a check-in without an answer of the server names the reason: %s', (without, line) => {
  const answers = { name: 'Åse', employee: { id: 1, name: 'Kari' } };
  const outcome = { kind: 'kept', without } as const;
  expect(describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome, sent: null }).lines).toEqual([line]);
});

test.each([
  ['the name', { name: null, companyName: null, firstName: 'Åse', employee: { id: 1, name: 'Kari' } }],
  ['the company name', { name: 'Åse', companyName: null, employee: { id: 1, name: 'Kari' } }],
  ['the host', { name: 'Åse', companyName: 'Havila', repeatsLastVisit: { enableGdpr: false, hasBadges: false } }],
] as const)('names no host where %s comes from memory', (_, answers: Answers) => {
  const outcome = { kind: 'checkedIn', notified: ['sms'], badgeHtml: null } as const;
  const said = describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome, sent: null });
  expect(said).toEqual({ title: 'You are checked in, Åse', lines: ['We are sending your host a text.'] });
  const kept = { kind: 'kept', without: 'network' } as const;
  const later = describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome: kept, sent: null });
  expect(later.lines[0]).toContain('your host may not know yet');
});

test('says that the reception prints the badge of a visitor who repeats the last visit', () => {
  const answers = { name: null, companyName: null, repeatsLastVisit: { enableGdpr: false, hasBadges: true } };
  const outcome = { kind: 'checkedIn', notified: [], badgeHtml: null } as const;
  const said = describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome, sent: null });
  expect(said.lines).toEqual([texts.done.notTold, texts.done.badgeAtReception]);
});

test('a visit without a host promises no message, also without an answer of the server', () => {
  const tenant = { id: 1, name: 'Aurora', logo: null, employees: [], ...tenantOptions };
  const answers = { name: 'Åse', tenant, employee: null };
  const outcome = { kind: 'kept', without: 'network' } as const;
  const said = describeEnd(texts, { at: 'end', act: 'checkIn', answers, outcome, sent: null });
  expect(said.lines).toEqual([texts.done.notTold]);
});

test('a delivery names its tenant', () => {
  const tenant = { id: 1, name: 'Aurora', logo: null, employees: [], ...tenantOptions };
  const end = { at: 'end', act: 'delivery', answers: { tenant }, outcome: { kind: 'told' }, sent: null } as const;
  expect(describeEnd(texts, end).title).toBe('We have notified Aurora');
});
