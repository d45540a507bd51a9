import {
  checkOutAtDevice,
  DeviceRefusal,
  registerVisitAtDevice,
  reportDeviceRefusals,
} from '@vestibule/contract/device.ts';
import type { Input } from '@vestibule/contract/endpoint.ts';
import { Id, line, Moment } from '@vestibule/contract/values.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { now } from '../shell/clock.ts';
import type { Vault } from './vault.ts';

/** Something that somebody did at the kiosk, with the nonce by which the server does it once only. */
export const QueuedAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('checkIn'), body: registerVisitAtDevice.body }),
  z.object({
    kind: z.literal('checkOut'),
    body: z.object({
      nonce: z.uuid(),
      occurredAt: z.string(),
      phone: z.string().optional(),
      badgeCode: z.string().optional(),
    }),
  }),
  /** Refused after it had waited: told to the desk. */
  z.object({ kind: z.literal('refused'), body: DeviceRefusal }),
]);
type Refused = z.output<typeof DeviceRefusal>;

/** What can still be read of an act that another version of the app has kept. */
const Remains = z.object({
  nonce: z.uuid().catch(() => crypto.randomUUID()),
  occurredAt: Moment.catch(() => now().toISOString()),
  tenantId: Id.nullable().catch(null),
  reason: line(120).catch('malformedBody'),
});
export type QueuedAct = z.output<typeof QueuedAct>;
export type NewAct = Exclude<QueuedAct, { kind: 'refused' }>;

/** How an act ended that somebody waits for. */
export type Sent =
  | { kind: 'sent'; visit: z.output<typeof registerVisitAtDevice.reply> | null; visitorName: string | null }
  | { kind: 'refused'; failed: CallFailed }
  /** There is neither network nor room to keep it. */
  | { kind: 'full' }
  /** It stays in the queue, and is sent when the server can be reached. */
  | { kind: 'kept' };

/** Something that waits, without saying whose it is. */
export interface Waiting {
  kind: QueuedAct['kind'];
  occurredAt: string;
}

/** What the queue needs of the server; each rejects with `CallFailed`. */
export interface Server {
  checkIn: (
    body: Input<typeof registerVisitAtDevice>['body'],
    signal: AbortSignal,
  ) => Promise<z.output<typeof registerVisitAtDevice.reply>>;
  checkOut: (body: Input<typeof checkOutAtDevice>['body'], signal: AbortSignal) => Promise<{ visitorName: string }>;
  report: (refusals: Refused[], signal: AbortSignal) => Promise<unknown>;
}

/** The calls of the contract. */
export const ofContract = (call: Call): Server => ({
  checkIn: (body, signal) => call(registerVisitAtDevice, { body }, { signal }),
  checkOut: (body, signal) => call(checkOutAtDevice, { body }, { signal }),
  report: (refusals, signal) => call(reportDeviceRefusals, { body: refusals }, { signal }),
});

interface QueueOptions {
  vault: Vault;
  server: Server;
  /** Told how many acts wait, whenever that changes. */
  onCount: (count: number) => void;
  /** For how long somebody at the kiosk waits for an answer, in milliseconds. */
  patience?: number;
}

export interface Queue {
  /** What waits, the oldest first: what it is and when it was done. */
  list: () => Promise<Waiting[]>;
  /**
   * Keeps the act, then sends it after those before it. Resolves when it was sent or refused, or patience has ended. Rejects what the
   * contract does not allow, which could never be sent.
   */
  perform: (act: NewAct) => Promise<Sent>;
  /** Sends what waits, in order, until the server cannot be reached. */
  drain: () => Promise<void>;
}

/**
 * What was done at the kiosk and the server may not know of yet. An act is written down before it is sent and struck out after
 * the answer, so none is lost; it carries the same nonce each time, so none is done twice.
 */
export function createQueue({ vault, server, onCount, patience = 8_000 }: QueueOptions): Queue {
  const waiting = new Map<string, (sent: Sent) => void>();
  let draining: Promise<void> | undefined;
  let isAskedAgain = false;

  const counted = async () => onCount(await vault.count());

  const drain = async (): Promise<void> => {
    isAskedAgain = true;
    draining ??= drainAll().finally(() => {
      draining = undefined;
    });
    await draining;
  };

  const drainAll = async () => {
    while (isAskedAgain) {
      isAskedAgain = false;
      // One window at a time, in case the kiosk is open twice.
      await alone(sendAll);
    }
  };

  const sendAll = async () => {
    for (let next = await vault.next(0); next; next = await vault.next(next.place)) {
      const act = QueuedAct.safeParse(next.value).data ?? (await giveUp(next));
      if (!(await sendOne(next.place, act))) break;
      await counted();
    }
  };

  /** False where the server could not be reached, so that what follows has to wait as well. */
  const sendOne = async (place: number, act: QueuedAct): Promise<boolean> => {
    try {
      const sent = await send(act);
      await vault.take(place);
      settle(act.body.nonce, sent);
      return true;
    } catch (error) {
      if (!isRefusal(error)) {
        // Nobody whose turn has not come will be served either.
        for (const nonce of waiting.keys()) settle(nonce, { kind: 'kept' });
        return false;
      }
      await putAside(place, act, error);
      return true;
    }
  };

  /** Somebody was told that this is done. It cannot be any more, so the desk is told. */
  const giveUp = async ({ place, value }: { place: number; value: unknown }): Promise<QueuedAct> => {
    const { data: kept } = z.object({ body: Remains }).safeParse(value);
    const refused = { kind: 'refused', body: kept?.body ?? Remains.parse({}) } satisfies QueuedAct;
    await vault.replace(place, refused);
    return refused;
  };

  const send = async (act: QueuedAct): Promise<Sent> => {
    const signal = AbortSignal.timeout(15_000);
    switch (act.kind) {
      case 'checkIn':
        return { kind: 'sent', visit: await server.checkIn(act.body, signal), visitorName: null };
      case 'checkOut': {
        const { visitorName } = await server.checkOut(act.body, signal);
        return { kind: 'sent', visit: null, visitorName };
      }
      case 'refused':
        await server.report([act.body], signal);
        return { kind: 'sent', visit: null, visitorName: null };
    }
  };

  const sendUnkept = async (act: NewAct): Promise<Sent> => {
    try {
      return await send(act);
    } catch (error) {
      return isRefusal(error) ? { kind: 'refused', failed: error } : { kind: 'full' };
    }
  };

  /** Whoever still stands at the kiosk is told; of an act that waited, the desk is. */
  const putAside = async (place: number, act: QueuedAct, failed: CallFailed) => {
    const isWatched = waiting.has(act.body.nonce);
    if (isWatched || act.kind === 'refused') {
      await vault.take(place);
      settle(act.body.nonce, { kind: 'refused', failed });
      return;
    }
    const { nonce, occurredAt } = act.body;
    const tenantId = act.kind === 'checkIn' ? act.body.tenantId : null;
    const body = { nonce, occurredAt, tenantId, reason: failed.problem?.reason ?? `status ${failed.status}` };
    await vault.replace(place, { kind: 'refused', body } satisfies QueuedAct);
    isAskedAgain = true;
  };

  const settle = (nonce: string, sent: Sent) => {
    waiting.get(nonce)?.(sent);
    waiting.delete(nonce);
  };

  const list = async () => {
    const all: Waiting[] = [];
    for (let next = await vault.next(0); next; next = await vault.next(next.place)) {
      const act = QueuedAct.safeParse(next.value).data;
      if (act) all.push({ kind: act.kind, occurredAt: act.body.occurredAt });
    }
    return all;
  };

  return {
    drain,
    list,
    async perform(act) {
      QueuedAct.parse(act);
      try {
        await vault.append(act);
      } catch {
        // There is no room to keep it: it is sent now, or not at all.
        return await sendUnkept(act);
      }
      await counted();
      const { promise, resolve } = Promise.withResolvers<Sent>();
      waiting.set(act.body.nonce, resolve);
      const ending = setTimeout(() => settle(act.body.nonce, { kind: 'kept' }), patience);
      void drain().catch(() => settle(act.body.nonce, { kind: 'kept' }));
      const sent = await promise;
      clearTimeout(ending);
      return sent;
    },
  };
}

/** Whether the server has decided: sending the same again would change nothing. */
function isRefusal(error: unknown): error is CallFailed {
  if (!(error instanceof CallFailed) || error.status === null) return false;
  return error.status >= 400 && error.status < 500 && ![401, 402, 408, 425, 429].includes(error.status);
}

async function alone(work: () => Promise<void>): Promise<void> {
  await (globalThis.navigator?.locks ? navigator.locks.request('vestibule-kiosk-queue', work) : work());
}
