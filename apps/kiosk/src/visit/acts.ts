import { announceDelivery } from '@vestibule/contract/kiosks/device.ts';
import { lookUpBadgeAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { now } from '../shell/clock.ts';
import { absence, absenceIn } from '../shell/online.ts';
import type { useDevice } from '../device/use-device.ts';
import type { FlowEvent, Outcome, Sending } from '../flow.ts';
import type { Queue, Sent } from '../offline/queue.ts';
import type { Answers } from '../questions.ts';

type Device = ReturnType<typeof useDevice>;

/** Sends a finished act. */
export async function performAct({ queue, call, refresh }: Device, sending: Sending): Promise<Outcome> {
  const outcome = await perform(queue, call, sending).catch(refused);
  // A deleted tenant or host must not be offered again, unless the reload takes too long.
  const isChanged = outcome.kind === 'refused' && ['notFound', 'consentRequired'].includes(outcome.reason);
  if (isChanged) await Promise.race([refresh(), pause(5_000)]);
  return outcome;
}

/** Looks up the code of an expected visitor. */
export async function lookUpCode(
  { call }: Device,
  code: string,
  known: Pick<Extract<FlowEvent, { type: 'recognized' }>, 'tenants' | 'isOpen'>,
): Promise<FlowEvent> {
  try {
    const greeting = await call(lookUpBadgeAtDevice, { body: { code } }, { signal: AbortSignal.timeout(8_000) });
    return { type: 'recognized', greeting, ...known };
  } catch (error) {
    return { type: 'ended', outcome: refused(error) };
  }
}

async function perform(queue: Queue, call: Call, { act, answers }: Sending): Promise<Outcome> {
  switch (act) {
    case 'checkIn':
      return checkIn(queue, answers);
    case 'checkOut':
      return checkOut(queue, answers);
    case 'delivery':
      return sendDelivery(call, answers);
  }
}

async function checkIn(queue: Queue, answers: Answers): Promise<Outcome> {
  const { phone, badgeCode, name, companyName, tenant, employee, repeatsLastVisit, shouldSaveData, badges } = answers;
  const { endsVisitSince, meetsExpectedHost } = answers;
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
  };
  const sent = await queue.perform({ kind: 'checkIn', body });
  if (sent.kind !== 'sent') return unsent(sent);
  const { notified = [], badgeHtml = null } = sent.visit ?? {};
  return { kind: 'checkedIn', notified, badgeHtml, nonce: body.nonce };
}

async function checkOut(queue: Queue, { phone, badgeCode, checkedInSince }: Answers): Promise<Outcome> {
  const who =
    badgeCode === undefined ? { phone, ...(checkedInSince !== undefined && { checkedInSince }) } : { badgeCode };
  const sent = await queue.perform({ kind: 'checkOut', body: { ...moment(), ...who } });
  if (sent.kind !== 'sent') return unsent(sent);
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

function unsent(sent: Exclude<Sent, { kind: 'sent' }>): Outcome {
  if (sent.kind === 'kept') return { kind: 'kept', without: absence() };
  return sent.kind === 'full' ? { kind: 'refused', reason: 'full' } : refused(sent.failed);
}

function refused(error: unknown): Outcome {
  const without = absenceIn(error);
  if (without !== null) return { kind: 'refused', reason: without };
  const problem = error instanceof CallFailed ? error.problem : null;
  // Problems of the server may pass.
  return { kind: 'refused', reason: problem === null || problem.status >= 500 ? 'unexpected' : problem.reason };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
