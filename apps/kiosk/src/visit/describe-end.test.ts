import { kiosk as texts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import { answer as replies } from '@vestibule/phrases/en/visits/answer.ts';
import { expect, test } from 'vitest';
import type { Outcome } from '../flow-states.ts';
import type { Act, Answers } from '../questions.ts';
import { describeEnd, latestOf, mayBeAnswered, type MessageToHost } from './describe-end.ts';

const badges = { main: true, parking: false };
const kari = { id: 1, name: 'Kari Nordmann' };
const tenant = {
  id: 1,
  name: 'Aurora',
  logo: null,
  employees: [],
  enableGdpr: false,
  enablePrintBadgeOption: false,
  enablePrintParkingBadgeOption: false,
  canReceiveDeliveries: true,
};
const checkedIn = { kind: 'checkedIn', notified: [], badgeHtml: null, nonce: 'n' } as const;
const staffed = { hasReception: true, receptionPhone: null };

interface Case {
  act?: Act;
  told?: (Pick<MessageToHost, 'state' | 'channel'> & Partial<MessageToHost>) | null;
  company?: typeof staffed;
}

function end(answers: Answers, outcome: Outcome, { act = 'checkIn', told = null, company = staffed }: Case = {}) {
  return describeEnd(
    texts,
    { at: 'end', act, answers, outcome, sent: null },
    { told: told && { answer: null, isAwaited: false, ...told }, company, replies: replies.visitor },
  );
}

test.each([
  [{}, null, []],
  [{ badges }, '<!doctype html>', [texts.done.printing]],
  // The tenant has stopped printing badges since.
  [{ badges }, null, [texts.done.laterBadge, texts.done.reception]],
] as const)('answering %j with %j has its own message', (answers: Answers, badgeHtml, lines) => {
  expect(end(answers, { ...checkedIn, badgeHtml }).lines).toEqual([texts.done.seat, ...lines]);
});

test.each([
  [null, 'We are sending Kari an e\u2011mail.', false],
  [{ state: 'sending', channel: 'sms' }, 'We are sending Kari a text.', false],
  [{ state: 'sent', channel: 'sms' }, 'We have texted Kari.', false],
  [{ state: 'sent', channel: 'email' }, 'We have e\u2011mailed Kari.', false],
  [{ state: 'notReached', channel: 'sms' }, 'We could not reach Kari.', true],
  [{ state: 'none', channel: null }, 'We could not reach Kari.', true],
] as const)('the last screen reports the message %j', (told, message, needsHelp) => {
  const said = end({ name: 'Åse', employee: kari }, { ...checkedIn, notified: ['email'] }, { told });
  expect(said).toEqual({
    title: 'You are checked in, Åse',
    message,
    needsHelp,
    lines: [needsHelp ? texts.done.reception : texts.done.seat],
  });
});

test('sends no visitor to a reception that does not exist', () => {
  const company = { hasReception: false, receptionPhone: null };
  const told = { state: 'notReached', channel: 'sms' } as const;
  expect(end({ employee: kari }, checkedIn, { told, company }).lines).toEqual([]);
  expect(end({}, { kind: 'declined' }, { company }).lines).toEqual([texts.consent.declined]);
  expect(end({}, { kind: 'declined' })).toMatchObject({
    title: 'You are not checked in',
    lines: [texts.consent.declined, texts.done.reception],
  });
});

test.each([
  ['network', 'There is no network, so Kari may not know yet that you are here.'],
  ['noAnswer', 'We cannot reach the server right now, so Kari may not know yet that you are here.'],
] as const)('a check-in without an answer of the server names the reason: %s', (without, message) => {
  const said = end({ name: 'Åse', employee: kari }, { kind: 'kept', without });
  expect(said).toMatchObject({ message, lines: [texts.done.reception], needsHelp: true });
});

test.each([
  ['the name', { name: null, companyName: null, firstName: 'Åse', employee: kari }],
  ['the company name', { name: 'Åse', companyName: null, employee: kari }],
  [
    'the last host',
    {
      name: 'Åse',
      companyName: 'Havila',
      repeatsLastVisit: { enableGdpr: false, hasBadges: false, gdprHandling: undefined },
    },
  ],
  ['the expected host', { name: 'Åse', companyName: 'Havila', tenant, meetsExpectedHost: true }],
] as const)('names no host where %s comes from memory', (_, answers: Answers) => {
  const said = end(answers, { ...checkedIn, notified: ['sms'] });
  expect(said).toMatchObject({ title: 'You are checked in, Åse', message: 'We are sending your host a text.' });
  expect(end(answers, { kind: 'kept', without: 'network' }).message).toContain('your host may not know yet');
});

test('says that the reception prints the badge of a visitor who repeats the last visit', () => {
  const repeatsLastVisit = { enableGdpr: false, hasBadges: true, gdprHandling: undefined };
  const said = end({ name: null, companyName: null, repeatsLastVisit }, checkedIn);
  expect(said.lines).toEqual([texts.done.seat, texts.done.badgeAtReception]);
});

test('promises no message for a visit without a host, online and offline', () => {
  const answers = { name: 'Åse', tenant, employee: null };
  expect(end(answers, { kind: 'kept', without: 'network' }).lines).toEqual([texts.done.seat]);
  const said = end(answers, checkedIn, { told: { state: 'none', channel: null } });
  expect(said).toEqual({ title: 'You are checked in, Åse', lines: [texts.done.seat], needsHelp: false });
});

test('names the reason of a refusal', () => {
  const said = end({}, { kind: 'refused', reason: 'visitorIsAlreadyCheckedIn' });
  expect(said).toMatchObject({
    title: 'You are already checked in',
    lines: [texts.problem.visitorIsAlreadyCheckedIn, texts.done.reception],
  });
  expect(end({}, { kind: 'refused', reason: 'visitorIsNotCheckedIn' })).toMatchObject({ lines: [] });
  expect(end({}, { kind: 'refused', reason: 'unexpected' })).toMatchObject({
    title: 'Something went wrong',
    lines: [texts.problem.other, texts.done.reception],
  });
});

test('mentions no reception in a building without one', () => {
  const company = { hasReception: false, receptionPhone: null };
  const repeatsLastVisit = { enableGdpr: false, hasBadges: true, gdprHandling: undefined };
  const reasons = [
    'visitorIsAlreadyCheckedIn',
    'visitorIsNotCheckedIn',
    'visitNotFound',
    'notFound',
    'noDeliveryPhones',
    'tooManyRequests',
    'network',
    'noAnswer',
    'full',
    'unexpected',
  ] as const;
  const said = [
    ...reasons.map((reason) => end({}, { kind: 'refused', reason }, { company })),
    end({ employee: kari, badges }, checkedIn, { company }),
    end({ employee: kari, badges }, { ...checkedIn, badgeHtml: '<p>' }, { company }),
    end({ repeatsLastVisit }, checkedIn, { company }),
    end({ employee: kari, badges }, { kind: 'kept', without: 'network' }, { company }),
    end({}, { kind: 'declined' }, { company }),
  ];
  const words = said.flatMap(({ title, message = '', lines }) => [title, message, ...lines]);
  expect(words.filter((line) => /reception/i.test(line))).toEqual([]);
});

test('names the reception once, also if the badge cannot be printed now', () => {
  expect(end({ employee: kari, badges }, { kind: 'kept', without: 'network' }).lines).toEqual([
    texts.done.reception,
    texts.done.laterBadge,
  ]);
});

test('names the tenant of a delivery', () => {
  expect(end({ tenant }, { kind: 'told' }, { act: 'delivery' }).title).toBe('We have notified Aurora');
});

const answered = (answer: Partial<NonNullable<MessageToHost['answer']>>): MessageToHost => ({
  state: 'answered',
  channel: null,
  answer: {
    kind: 'coming',
    minutes: null,
    text: null,
    employee: null,
    answeredAt: '2026-11-26T08:00:00.000Z',
    ...answer,
  },
  isAwaited: false,
});

test.each([
  [answered({ minutes: 0 }), 'Kari is coming.', [texts.done.seat]],
  [answered({ minutes: 5, text: 'Have a coffee' }), 'Kari is coming in 5 minutes.', ['Have a coffee', texts.done.seat]],
  [answered({ kind: 'wait' }), 'Kari knows you are here. Please wait a moment.', [texts.done.seat]],
  [answered({ kind: 'colleague' }), 'Kari is sending a colleague.', [texts.done.seat]],
  [answered({ kind: 'colleague', employee: { id: 2, name: 'Per Hansen' } }), 'Per is coming.', [texts.done.seat]],
  [answered({ minutes: 5, employee: { id: 2, name: 'Per Hansen' } }), 'Per is coming in 5 minutes.', [texts.done.seat]],
  [answered({ kind: 'unavailable' }), 'Kari cannot come right now.', [texts.done.reception]],
])('the last screen shows the answer %j', (told, message, lines) => {
  const shown = end({ name: 'Åse', employee: kari }, { ...checkedIn, notified: ['email'] }, { told });
  expect(shown).toMatchObject({ message, lines, needsHelp: told.answer?.kind === 'unavailable' });
});

test.each([
  answered({ kind: 'colleague', employee: { id: 2, name: 'Per Hansen' } }),
  answered({ minutes: 5, employee: { id: 2, name: 'Per Hansen' } }),
])('names neither the host nor a colleague to a visitor from memory', (told) => {
  const { message } = end({ name: null }, { ...checkedIn, notified: ['email'] }, { told });
  expect(message).toBe('Your host is sending a colleague.');
});

test('waits for an answer while someone was asked or will be, even if the host was not reached', () => {
  const notified = { ...checkedIn, notified: ['sms' as const] };
  const told = (isAwaited: boolean) => ({ state: 'notReached', channel: null, answer: null, isAwaited }) as const;
  expect(mayBeAnswered(notified, null)).toBe(true);
  expect(mayBeAnswered(checkedIn, null)).toBe(false);
  expect(mayBeAnswered(notified, told(true))).toBe(true);
  expect(mayBeAnswered(notified, told(false))).toBe(false);
  expect(mayBeAnswered({ kind: 'kept', without: 'network' }, null)).toBe(false);
});

test('shows the later of a pushed and a polled answer', () => {
  const answerAt = (answeredAt: string) =>
    ({ kind: 'wait', minutes: null, text: null, employee: null, answeredAt }) as const;
  const polled = {
    state: 'answered',
    channel: null,
    answer: answerAt('2026-11-23T08:12:30.000Z'),
    isAwaited: false,
  } as const;
  const sent = { state: 'sent', channel: 'sms', answer: null, isAwaited: true } as const;
  const early = answerAt('2026-11-23T08:12:00.000Z');
  const late = answerAt('2026-11-23T08:13:00.000Z');
  expect(latestOf(polled, early)).toBe(polled);
  expect(latestOf(polled, late)).toMatchObject({ state: 'answered', answer: late });
  expect(latestOf(sent, early)).toMatchObject({ state: 'answered', answer: early });
  expect(latestOf(sent, null)).toBe(sent);
});

test('names the host to the guest of a pass', () => {
  const guest: Answers = { pass: 'x', firstName: 'Eve', name: null, companyName: null, employee: kari };
  const said = end(guest, { ...checkedIn, notified: ['sms'] });
  expect(said).toMatchObject({ title: 'You are checked in, Eve', message: 'We are sending Kari a text.' });
});
