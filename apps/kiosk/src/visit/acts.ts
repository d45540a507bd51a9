import { announceDelivery, type DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { lookUpPassAtDevice, type PassGreeting } from '@vestibule/contract/kiosks/device-pass.ts';
import { lookUpBadgeAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Problem } from '@vestibule/contract/platform/refusal.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { now } from '../shell/clock.ts';
import { absence, absenceIn } from '../shell/online.ts';
import type { useDevice } from '../device/use-device.ts';
import type { FlowEvent, Outcome, Sending } from '../flow-states.ts';
import { secretLength } from '../greeting.ts';
import type { Queue, Sent } from '../offline/queue.ts';
import type { Answers, Finding } from '../questions.ts';

type Device = ReturnType<typeof useDevice>;
type CheckInBody = Extract<Parameters<Queue['perform']>[0], { kind: 'checkIn' }>['body'];

/** Sends a finished act. `language` is the one that the visitor chose. */
export async function performAct(
  { queue, call, refresh }: Device,
  sending: Sending,
  language?: Language,
): Promise<Outcome> {
  const outcome = await perform(queue, call, sending, language).catch((error: unknown) =>
    refused(error, sending.answers),
  );
  // A deleted tenant or host must not be offered again, unless the reload takes too long.
  const isChanged = outcome.kind === 'refused' && ['notFound', 'consentRequired'].includes(outcome.reason);
  if (isChanged) await Promise.race([refresh(), pause(5_000)]);
  return outcome;
}

type Known = Pick<Extract<FlowEvent, { type: 'recognized' }>, 'tenants' | 'isOpen'>;

/** Looks up a pass, or the code of an expected visitor. `isTyped`: the 8 characters of a pass. */
export async function lookUpCode(
  device: Device,
  { code, isTyped }: { code: string; isTyped: boolean },
  known: Known,
): Promise<FlowEvent> {
  const { call } = device;
  try {
    if (isTyped || code.length === secretLength) return await readPass(device, { pass: code, isTyped }, known);
    const greeting = await call(lookUpBadgeAtDevice, { body: { code } }, { signal: AbortSignal.timeout(8_000) });
    return { type: 'recognized', greeting, ...known };
  } catch (error) {
    return { type: 'ended', outcome: refused(error) };
  }
}

/** Without the network, opens the sealed pass that the kiosk keeps. */
async function readPass(
  { call, openPass }: Device,
  { pass, isTyped }: { pass: string; isTyped: boolean },
  { tenants, isOpen }: Known,
): Promise<FlowEvent> {
  try {
    const greeting = await call(lookUpPassAtDevice, { body: { pass } }, { signal: AbortSignal.timeout(5_000) });
    return { type: 'passRead', answers: { pass, ...guestOf(greeting, tenants) }, isOpen };
  } catch (error) {
    const finding = findingIn(error);
    if (finding) return { type: 'passRead', answers: { pass, finding }, isOpen };
    if (isTyped || absenceIn(error) === null) throw error;
    const greeting = await openPass(pass).catch(() => undefined);
    const guest: Answers = greeting
      ? { ...guestOf(greeting, tenants), wasOpenedOffline: true }
      : { finding: { kind: 'unusable', reason: 'passUnchecked' } };
    return { type: 'passRead', answers: { pass, ...guest }, isOpen };
  }
}

/** The answers that a pass gives. Its page has asked whether to remember the guest. */
function guestOf(greeting: PassGreeting, tenants: readonly DeviceTenant[]): Answers {
  const { firstName, host, validFrom, validUntil, missing } = greeting;
  const moment = now().getTime();
  const isValid = Date.parse(validFrom) <= moment && moment < Date.parse(validUntil);
  return {
    ...(firstName !== '' && { firstName }),
    finding: isValid ? { kind: 'invited' } : { kind: 'outside', from: validFrom, until: validUntil },
    ...(!missing.includes('name') && { name: null }),
    ...(!missing.includes('companyName') && { companyName: null }),
    lacksPhone: missing.includes('phone'),
    tenant: tenants.find(({ id }) => id === greeting.tenant.id) ?? unlisted(greeting.tenant),
    employee: host,
    shouldSaveData: null,
  };
}

/** A tenant that the directory does not have yet. The server asks for a consent that is missing. */
function unlisted({ id, name }: PassGreeting['tenant']): DeviceTenant {
  const badges = { enablePrintBadgeOption: false, enablePrintParkingBadgeOption: false };
  return { id, name, logo: null, enableGdpr: false, canReceiveDeliveries: false, employees: [], ...badges };
}

/** Why a pass cannot be used. Undefined for other failures. */
function findingIn(error: unknown): Finding | undefined {
  const problem = error instanceof CallFailed ? error.problem : null;
  switch (problem?.reason) {
    case 'passUnknown':
      return { kind: 'unusable', reason: 'passUnknown' };
    case 'passIsOver':
    case 'visitorIsNotExpected':
      return overIn(problem);
    case 'visitorIsAlreadyCheckedIn':
      return problem.checkedInSince === undefined
        ? undefined
        : { kind: 'inside', since: problem.checkedInSince, visitor: {} };
    default:
      return undefined;
  }
}

function overIn({ validFrom: from, validUntil: until, passProblem }: Problem): Finding {
  if (from !== undefined && until !== undefined) return { kind: 'outside', from, until };
  return { kind: 'unusable', reason: passProblem === 'declined' ? 'passDeclined' : 'passCanceled' };
}

async function perform(queue: Queue, call: Call, { act, answers }: Sending, language?: Language): Promise<Outcome> {
  switch (act) {
    case 'checkIn':
      return checkIn(queue, answers, language);
    case 'checkOut':
      return checkOut(queue, answers);
    case 'delivery':
      return sendDelivery(call, answers);
  }
}

async function checkIn(queue: Queue, answers: Answers, language?: Language): Promise<Outcome> {
  const { phone, badgeCode, name, companyName, tenant, employee, repeatsLastVisit, shouldSaveData, badges } = answers;
  const { endsVisitSince, meetsExpectedHost } = answers;
  if (answers.pass !== undefined) return checkInGuest(queue, answers, language);
  const isNamed = phone !== undefined || badgeCode !== undefined;
  if (!isNamed || name === undefined || companyName === undefined || (!tenant && !repeatsLastVisit)) {
    throw new Error('A visit is sent only when every question was answered.');
  }
  if (endsVisitSince !== undefined) {
    const ended = await checkOut(queue, { ...(phone !== undefined && { phone }), checkedInSince: endsVisitSince });
    // The desk may have ended the visit.
    const isOver = ended.kind !== 'refused' || ['visitorIsNotCheckedIn', 'visitNotFound'].includes(ended.reason);
    if (!isOver) return ended;
  }
  const body = {
    ...moment(),
    ...(badgeCode === undefined ? { phone } : { badgeCode }),
    name,
    companyName,
    shouldSaveData: shouldSaveData ?? false,
    keepsChoice: typeof shouldSaveData !== 'boolean',
    ...(repeatsLastVisit ? { repeatLastVisit: true } : { tenantId: tenant?.id, employeeId: employee?.id ?? null }),
    ...(meetsExpectedHost === true && { meetsExpectedHost }),
    hasConsented: answers.hasConsented ?? false,
    shouldPrintMainBadge: badges?.main ?? false,
    shouldPrintParkingBadge: badges?.parking ?? false,
    ...(language && { language }),
  };
  return arrive(queue, body, answers);
}

/** The server knows tenant and host of a pass, and the data that the guest did not type here. */
function checkInGuest(queue: Queue, answers: Answers, language?: Language): Promise<Outcome> {
  const { pass, wasOpenedOffline, phone, name, companyName, hasConsented = false, badges } = answers;
  const body = {
    ...moment(),
    pass,
    ...(wasOpenedOffline === true && { wasOpenedOffline }),
    ...(phone !== undefined && { phone }),
    ...(typeof name === 'string' && { name }),
    ...(typeof companyName === 'string' && { companyName }),
    keepsChoice: true,
    hasConsented,
    shouldPrintMainBadge: badges?.main ?? false,
    shouldPrintParkingBadge: badges?.parking ?? false,
    ...(language && { language }),
  };
  return arrive(queue, body, answers);
}

async function arrive(queue: Queue, body: CheckInBody, answers: Answers): Promise<Outcome> {
  const sent = await queue.perform({ kind: 'checkIn', body });
  if (sent.kind !== 'sent') return unsent(sent, answers);
  const { visitId = null, notified = [], badgeHtml = null } = sent.visit ?? {};
  return { kind: 'checkedIn', notified, badgeHtml, nonce: body.nonce, visitId };
}

async function checkOut(queue: Queue, answers: Answers): Promise<Outcome> {
  const { phone, badgeCode, pass, checkedInSince } = answers;
  const visitor = pass === undefined ? { phone } : { pass };
  const who =
    badgeCode === undefined ? { ...visitor, ...(checkedInSince !== undefined && { checkedInSince }) } : { badgeCode };
  const sent = await queue.perform({ kind: 'checkOut', body: { ...moment(), ...who } });
  if (sent.kind !== 'sent') return unsent(sent, answers);
  return { kind: 'checkedOut', visitorName: sent.visitorName ?? '' };
}

/** A late delivery message helps no one, so it is not queued. */
async function sendDelivery(call: Call, { tenant }: Answers): Promise<Outcome> {
  if (!tenant) throw new Error('A delivery is sent only when it is known for whom.');
  const body = { tenantId: tenant.id };
  const { notified } = await call(announceDelivery, { body }, { signal: AbortSignal.timeout(10_000) });
  // Without SMS the tenant cannot be notified.
  return notified > 0 ? { kind: 'told' } : { kind: 'refused', reason: 'noDeliveryPhones' };
}

function moment(): { nonce: string; occurredAt: string } {
  return { nonce: crypto.randomUUID(), occurredAt: now().toISOString() };
}

function unsent(sent: Exclude<Sent, { kind: 'sent' }>, answers: Answers): Outcome {
  if (sent.kind === 'kept') return { kind: 'kept', without: absence() };
  return sent.kind === 'full' ? { kind: 'refused', reason: 'full' } : refused(sent.failed, answers);
}

function refused(error: unknown, { pass }: Answers = {}): Outcome {
  const without = absenceIn(error);
  if (without !== null) return { kind: 'refused', reason: without };
  const problem = error instanceof CallFailed ? error.problem : null;
  const finding = pass === undefined ? undefined : findingIn(error);
  // Problems of the server may pass.
  const reason = problem === null || problem.status >= 500 ? 'unexpected' : problem.reason;
  return { kind: 'refused', reason, ...(finding && { finding }) };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
