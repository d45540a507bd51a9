import { DeviceRefusal, getDeviceConfig, reportDeviceRefusals } from '@vestibule/contract/kiosks/device.ts';
import { checkOutAtDevice, registerVisitAtDevice } from '@vestibule/contract/kiosks/device-visit.ts';
import { RefusedKind } from '@vestibule/contract/kiosks/refused-kind.ts';
import type { Input } from '@vestibule/contract/platform/endpoint.ts';
import { Id, line, Moment } from '@vestibule/contract/platform/values.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { now, correctTime, Unproven } from '../shell/clock.ts';

const timeoutMs = 15_000;

/** An act at the kiosk. Its nonce makes repeats idempotent. */
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
      pass: z.string().optional(),
    }),
  }),
  /** Refused after waiting: reported to the desk. */
  z.object({ kind: z.literal('refused'), body: DeviceRefusal }),
]);
export type RefusedAct = z.output<typeof DeviceRefusal>;

/** The readable part of an act stored by another version. */
const Remains = z.object({
  nonce: z.uuid().catch(() => crypto.randomUUID()),
  occurredAt: Moment.catch(() => now().toISOString()),
  tenantId: Id.nullable().catch(null),
  reason: line(120).catch('malformedBody'),
});
const RemainingAct = z.object({ kind: RefusedKind.optional().catch(undefined), body: Remains });
export type QueuedAct = z.output<typeof QueuedAct>;
export type NewAct = Exclude<QueuedAct, { kind: 'refused' }>;

export interface Server {
  /** Makes the server report its time. */
  hear: (signal: AbortSignal) => Promise<unknown>;
  checkIn: (
    body: Input<typeof registerVisitAtDevice>['body'],
    signal: AbortSignal,
  ) => Promise<z.output<typeof registerVisitAtDevice.reply>>;
  checkOut: (body: Input<typeof checkOutAtDevice>['body'], signal: AbortSignal) => Promise<{ visitorName: string }>;
  report: (refusals: RefusedAct[], signal: AbortSignal) => Promise<unknown>;
}

export const ofContract = (call: Call): Server => ({
  hear: (signal) => call(getDeviceConfig, {}, { signal }),
  checkIn: (body, signal) => call(registerVisitAtDevice, { body }, { signal }),
  checkOut: (body, signal) => call(checkOutAtDevice, { body }, { signal }),
  report: (refusals, signal) => call(reportDeviceRefusals, { body: refusals }, { signal }),
});

/** The report to the desk about an act that this version cannot send. */
export function unreadableAct(value: unknown): QueuedAct {
  const { kind, body = Remains.parse({}) } = RemainingAct.safeParse(value).data ?? {};
  return { kind: 'refused', body: { kind, ...body } };
}

/** The time of an act by the server's clock. */
export function occurredAt(act: QueuedAct): string {
  return act.kind === 'refused' ? act.body.occurredAt : inTime(act).occurredAt;
}

function inTime<Act extends NewAct>({ body, unproven }: Act): Act['body'] {
  return { ...body, occurredAt: correctTime(body.occurredAt, unproven) };
}

export interface Answered {
  visit: z.output<typeof registerVisitAtDevice.reply> | null;
  visitorName: string | null;
}

export async function send(server: Server, act: QueuedAct, { isAwaited }: { isAwaited: boolean }): Promise<Answered> {
  const signal = AbortSignal.timeout(timeoutMs);
  switch (act.kind) {
    case 'checkIn': {
      const { hasConsented, ...body } = inTime(act);
      // An absent visitor cannot be asked, so a question that was not asked does not refuse the act.
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

/** The report to the desk about an act refused after the visitor had left. */
export function refusedAct(act: NewAct, { problem, status }: CallFailed): QueuedAct {
  const { nonce, occurredAt } = inTime(act);
  const { kind } = act;
  const tenantId = kind === 'checkIn' ? (act.body.tenantId ?? null) : null;
  return {
    kind: 'refused',
    body: { nonce, kind, occurredAt, tenantId, reason: problem?.reason ?? `status ${status}` },
  };
}

/** The longest pause that the server may request. */
const longestPauseMs = 15 * 60_000;

/** The pause that the server requests in ms; 0 without one. */
export function askedPauseMs(error: unknown): number {
  if (!(error instanceof CallFailed) || error.status !== 429) return 0;
  return Math.min((error.problem?.secondsLeft ?? 0) * 1_000, longestPauseMs);
}
