import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { PassGreeting } from '@vestibule/contract/kiosks/device-pass.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { expect, test, vi } from 'vitest';
import type { Sending } from '../flow-states.ts';
import { lookUpCode, performAct } from './acts.ts';

const secret = 'V7KX2M9QTB4D6F8H0J2M4P6R8T';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const aurora: DeviceTenant = {
  id: 1,
  name: 'Aurora Shipping',
  logo: null,
  enableGdpr: true,
  enablePrintBadgeOption: false,
  enablePrintParkingBadgeOption: false,
  canReceiveDeliveries: false,
  employees: [],
};
const kari = { id: 11, name: 'Kari Nordmann' };
const greeting: PassGreeting = {
  firstName: 'Eve',
  tenant: { id: 1, name: 'Aurora Shipping' },
  host: kari,
  validFrom: inHours(-1),
  validUntil: inHours(1),
  missing: ['phone'],
};

type Device = Parameters<typeof performAct>[0];

/** `answer` is a greeting, or the failure of the call. */
function device(answer: PassGreeting | CallFailed, kept?: PassGreeting) {
  const perform = vi.fn<Device['queue']['perform']>(() => Promise.resolve({ kind: 'kept' }));
  const reply = () => (answer instanceof CallFailed ? Promise.reject(answer) : Promise.resolve(answer));
  const given = {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers the one call that acts make
    call: reply as unknown as Call,
    openPass: () => Promise.resolve(kept),
    queue: { perform, list: () => Promise.resolve([]), drain: () => Promise.resolve() },
    refresh: () => Promise.resolve(),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- acts use these only
  return { given: given as unknown as Device, perform };
}

const refusal = (status: number, details: Partial<NonNullable<CallFailed['problem']>>) =>
  new CallFailed(status, { type: '', title: '', status, reason: 'passUnknown', requestId: '', detail: '', ...details });

async function read(
  answer: PassGreeting | CallFailed,
  { kept, isTyped = false }: { kept?: PassGreeting; isTyped?: boolean } = {},
) {
  const known = { tenants: [aurora], isOpen: true };
  return lookUpCode(device(answer, kept).given, { code: secret, isTyped }, known);
}

test('greets the guest of a pass, and asks only for what the invitation lacks', async () => {
  expect(await read(greeting)).toEqual({
    type: 'passRead',
    isOpen: true,
    answers: {
      pass: secret,
      firstName: 'Eve',
      finding: { kind: 'invited' },
      name: null,
      companyName: null,
      lacksPhone: true,
      tenant: aurora,
      employee: kari,
      shouldSaveData: null,
    },
  });
  const unlisted = await read({ ...greeting, tenant: { id: 99, name: 'New tenant' }, missing: ['companyName'] });
  expect(unlisted).toMatchObject({ answers: { tenant: { id: 99, name: 'New tenant' }, lacksPhone: false } });
  expect(unlisted).not.toHaveProperty('answers.companyName');
});

const since = inHours(-2);
const window = { validFrom: inHours(3), validUntil: inHours(4) };
test.each([
  [
    { ...greeting, ...window },
    { kind: 'outside', from: window.validFrom, until: window.validUntil },
  ],
  [refusal(404, {}), { kind: 'unusable', reason: 'passUnknown' }],
  [refusal(410, { reason: 'passIsOver', passProblem: 'canceled' }), { kind: 'unusable', reason: 'passCanceled' }],
  [refusal(410, { reason: 'passIsOver', passProblem: 'declined' }), { kind: 'unusable', reason: 'passDeclined' }],
  [
    refusal(409, { reason: 'visitorIsAlreadyCheckedIn', checkedInSince: since }),
    { kind: 'inside', since, visitor: {} },
  ],
])('each answer to a pass has its own finding: %#', async (answer, finding) => {
  expect(await read(answer)).toMatchObject({ type: 'passRead', answers: { pass: secret, finding } });
});

test('opens a sealed pass without the server, except for a typed code', async () => {
  const away = new CallFailed(null, null);
  const opened = { answers: { pass: secret, finding: { kind: 'invited' }, wasOpenedOffline: true, employee: kari } };
  expect(await read(away, { kept: greeting })).toMatchObject(opened);
  expect(await read(away)).toMatchObject({ answers: { finding: { kind: 'unusable', reason: 'passUnchecked' } } });
  const typed = await read(away, { kept: greeting, isTyped: true });
  expect(typed).toMatchObject({ type: 'ended', outcome: { kind: 'refused', reason: 'network' } });
  const busy = await read(refusal(429, { reason: 'tooManyRequests' }), { kept: greeting });
  expect(busy).toMatchObject({ outcome: { kind: 'refused', reason: 'tooManyRequests' } });
});

test('sends the pass with the typed data, and shows why the server refused the pass', async () => {
  const answers = { pass: secret, phone: '+4740012345', name: null, companyName: null, employee: kari };
  const sending: Sending = { at: 'sending', act: 'checkIn', answers, given: {}, isKnown: true, past: [] };
  const { given, perform } = device(greeting);
  await performAct(
    given,
    { ...sending, answers: { ...sending.answers, wasOpenedOffline: true, hasConsented: true } },
    'de',
  );
  const { nonce: _, occurredAt: _at, ...body } = perform.mock.lastCall?.[0].body ?? {};
  expect(body).toEqual({
    pass: secret,
    phone: '+4740012345',
    wasOpenedOffline: true,
    keepsChoice: true,
    hasConsented: true,
    shouldPrintMainBadge: false,
    shouldPrintParkingBadge: false,
    language: 'de',
  });
  const failed = refusal(409, { reason: 'visitorIsNotExpected', ...window });
  perform.mockResolvedValueOnce({ kind: 'refused', failed });
  const finding = { kind: 'outside', from: window.validFrom, until: window.validUntil };
  expect(await performAct(given, sending)).toMatchObject({ kind: 'refused', finding });
  await performAct(given, { ...sending, act: 'checkOut', answers: { pass: secret, checkedInSince: since } });
  expect(perform.mock.lastCall?.[0]).toMatchObject({ kind: 'checkOut', body: { pass: secret, checkedInSince: since } });
});
