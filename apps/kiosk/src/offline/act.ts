import { DeviceRefusal, getDeviceConfig, reportDeviceRefusals } from '@vestibule/contract/kiosks/device.ts';
import { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { Id, line, Moment } from '@vestibule/contract/platform/values.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { now, putRight, Unproven } from '../shell/clock.ts';

/** For how long an act may be on its way. */
const patience = 15_000;

/** Something that somebody did at the kiosk, with the nonce by which the server does it once only. */
export const QueuedAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkIn'), unproven: Unproven.optional(), body: registerVisitAtDevice.body }),
  z.object({
    kind: z.literal('checkOut'),
    unproven: Unproven.optional(),
    body: z.object({
      nonce: z.uuid(),
      occurredAt: z.string(),
      phone: z.string().optional(),
      checkedInSince: z.string().optional(),
      badgeCode: z.string().optional(),
    }),
  }),
  /** Refused after it had waited: told to the desk. */
  z.object({ kind: z.literal('refused'), body: DeviceRefusal }),
]);
export type RefusedAct = z.output<typeof DeviceRefusal>;

/** What can still be read of an act that another version of the app has kept. */
const Remains = z.object({
  nonce: z.uuid().catch(() => crypto.randomUUID()),
  occurredAt: Moment.catch(() => now().toISOString()),
  tenantId: Id.nullable().catch(null),
  reason: line(120).catch('malformedBody'),
});
export type QueuedAct = z.output<typeof QueuedAct>;
export type NewAct = Exclude<QueuedAct, { kind: 'refused' }>;

/** What the queue needs of the server; each rejects with `CallFailed`. */
export interface Server {
  /** Has the server say what time it is. */
  hear: (signal: AbortSignal) => Promise<unknown>;
  checkIn: (
    body: Input<typeof registerVisitAtDevice>['body'],
    signal: AbortSignal,
  ) => Promise<z.output<typeof registerVisitAtDevice.reply>>;
  checkOut: (body: Input<typeof checkOutAtDevice>['body'], signal: AbortSignal) => Promise<{ visitorName: string }>;
  report: (refusals: RefusedAct[], signal: AbortSignal) => Promise<unknown>;
}

/** The calls of the contract. */
export const ofContract = (call: Call): Server => ({
  hear: (signal) => call(getDeviceConfig, {}, { signal }),
  checkIn: (body, signal) => call(registerVisitAtDevice, { body }, { signal }),
  checkOut: (body, signal) => call(checkOutAtDevice, { body }, { signal }),
  report: (refusals, signal) => call(reportDeviceRefusals, { body: refusals }, { signal }),
});

/** What the desk is told of an act that this version of the app cannot send. */
export function unreadableAct(value: unknown): QueuedAct {
  return { kind: 'refused', body: z.object({ body: Remains }).safeParse(value).data?.body ?? Remains.parse({}) };
}

/** When an act was done, by the server's clock. */
export function occurredAt(act: QueuedAct): string {
  return act.kind === 'refused' ? act.body.occurredAt : inTime(act).occurredAt;
}

/** What is sent of an act, at the time when it happened by the server's clock. */
function inTime<Act extends NewAct>({ body, unproven }: Act): Act['body'] {
  return { ...body, occurredAt: putRight(body.occurredAt, unproven) };
}

/** What the server answered. */
export interface Answered {
  visit: z.output<typeof registerVisitAtDevice.reply> | null;
  visitorName: string | null;
}

/** Sends an act. Rejects with `CallFailed`. */
export async function send(server: Server, act: QueuedAct, { isAwaited }: { isAwaited: boolean }): Promise<Answered> {
  const signal = AbortSignal.timeout(patience);
  switch (act.kind) {
    case 'checkIn': {
      const { hasConsented, ...body } = inTime(act);
      // Whoever has gone can be asked nothing any more: what was not asked then is not held against them.
      const consent = isAwaited && hasConsented !== undefined ? { hasConsented } : {};
      return { visit: await server.checkIn({ ...body, ...consent }, signal), visitorName: null };
    }
    case 'checkOut': {
      const { visitorName } = await server.checkOut(inTime(act), signal);
      return { visit: null, visitorName };
    }
    case 'refused':
      await server.report([act.body], signal);
      return { visit: null, visitorName: null };
  }
}

/** What the desk is told of an act that was refused when nobody stood at the kiosk any more. */
export function refusedAct(act: NewAct, { problem, status }: CallFailed): QueuedAct {
  const { nonce, occurredAt } = inTime(act);
  const tenantId = act.kind === 'checkIn' ? (act.body.tenantId ?? null) : null;
  return { kind: 'refused', body: { nonce, occurredAt, tenantId, reason: problem?.reason ?? `status ${status}` } };
}

/** Whether the server has decided: sending the same again would change nothing. */
export function isRefusal(error: unknown): error is CallFailed {
  return isFinal(error) && error.problem !== null;
}

/** Whether a gateway in between has refused, in the place of the server: this act, or all that comes. */
export function isTurnedAway(error: unknown): error is CallFailed {
  return isFinal(error) && error.problem === null;
}

/** The longest that the queue waits because the server asks for it. */
const longestPauseMs = 15 * 60_000;

/** How long the server asks this kiosk to wait before it sends the next act; 0 where it does not ask. */
export function askedPauseMs(error: unknown): number {
  if (!(error instanceof CallFailed) || error.status !== 429) return 0;
  return Math.min((error.problem?.secondsLeft ?? 0) * 1_000, longestPauseMs);
}

function isFinal(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && ![401, 402, 408, 425, 429].includes(error.status);
}
