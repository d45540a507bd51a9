import { announceDelivery } from '@vestibule/contract/device.ts';
import { CallFailed, call } from '@vestibule/web/call.ts';
import { type Queue, useDevice } from '../device/use-device.ts';
import type { Answers, Flow, Outcome } from '../flow.ts';

type Sending = Extract<Flow, { at: 'sending' }>;

/** Answers a function that does what somebody came for, and says how it ended. */
export function useActs(): (sending: Sending) => Promise<Outcome> {
  const { queue } = useDevice();
  return async (sending) => {
    try {
      return await perform(queue, sending);
    } catch (error) {
      if (error instanceof CallFailed) return refused(error);
      reportError(error);
      return { kind: 'refused', reason: 'unexpected' };
    }
  };
}

async function perform(queue: Queue, { act, answers }: Sending): Promise<Outcome> {
  switch (act) {
    case 'checkIn':
      return checkIn(queue, answers);
    case 'checkOut':
      return checkOut(queue, answers);
    case 'delivery':
      return tellOfDelivery(answers);
  }
}

async function checkIn(queue: Queue, answers: Answers): Promise<Outcome> {
  const { phone, name, companyName, tenant, employee, shouldSaveData = false, badges } = answers;
  if (phone === undefined || name === undefined || companyName === undefined || !tenant) {
    throw new Error('A visit is sent only when every question was answered.');
  }
  const body = {
    ...moment(),
    phone,
    name,
    companyName,
    shouldSaveData,
    tenantId: tenant.id,
    employeeId: employee?.id ?? null,
    shouldPrintMainBadge: badges?.main ?? false,
    shouldPrintParkingBadge: badges?.parking ?? false,
  };
  const sent = await queue.perform({ kind: 'checkIn', body });
  if (sent.kind === 'kept') return sent;
  if (sent.kind === 'refused') return refused(sent.failed);
  return { kind: 'checkedIn', notified: sent.visit?.notified ?? [], badgeHtml: sent.visit?.badgeHtml ?? null };
}

async function checkOut(queue: Queue, { phone, badgeCode }: Answers): Promise<Outcome> {
  const who = badgeCode === undefined ? { phone } : { badgeCode };
  const sent = await queue.perform({ kind: 'checkOut', body: { ...moment(), ...who } });
  if (sent.kind === 'kept') return sent;
  if (sent.kind === 'refused') return refused(sent.failed);
  return { kind: 'checkedOut', visitorName: sent.visitorName ?? '' };
}

/** A delivery that is told of hours later helps nobody, so it is not kept. */
async function tellOfDelivery({ tenant }: Answers): Promise<Outcome> {
  if (!tenant) throw new Error('A delivery is sent only when it is known for whom.');
  await call(announceDelivery, { body: { tenantId: tenant.id } }, { signal: AbortSignal.timeout(10_000) });
  return { kind: 'told' };
}

function moment(): { nonce: string; occurredAt: string } {
  return { nonce: crypto.randomUUID(), occurredAt: new Date().toISOString() };
}

function refused({ status, problem }: CallFailed): Outcome {
  return { kind: 'refused', reason: problem?.reason ?? (status === null ? 'network' : 'unexpected') };
}
