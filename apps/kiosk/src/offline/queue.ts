import type { registerVisitAtDevice } from '@vestibule/contract/device.ts';
import type { CallFailed } from '@vestibule/web/call.ts';
import type { z } from 'zod';
import { hasHeard, unproven } from '../shell/clock.ts';
import { inTime, isRefusal, type NewAct, QueuedAct, remainsOf, type Server } from './act.ts';
import type { Vault } from './vault.ts';

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
    // What was done before the server was heard may have a wrong time.
    if (!hasHeard()) await server.hear(AbortSignal.timeout(15_000)).catch(() => undefined);
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
    const refused = { kind: 'refused', body: remainsOf(value) } satisfies QueuedAct;
    await vault.replace(place, refused);
    return refused;
  };

  const send = async (act: QueuedAct): Promise<Sent> => {
    const signal = AbortSignal.timeout(15_000);
    switch (act.kind) {
      case 'checkIn':
        return { kind: 'sent', visit: await server.checkIn(arrivalOf(act), signal), visitorName: null };
      case 'checkOut': {
        const { visitorName } = await server.checkOut(inTime(act), signal);
        return { kind: 'sent', visit: null, visitorName };
      }
      case 'refused':
        await server.report([act.body], signal);
        return { kind: 'sent', visit: null, visitorName: null };
    }
  };

  /** Whoever has gone can be asked nothing any more: what was not asked then is not held against them. */
  const arrivalOf = (act: Extract<NewAct, { kind: 'checkIn' }>) => {
    const { hasConsented, ...body } = inTime(act);
    return hasConsented === undefined || !waiting.has(body.nonce) ? body : { ...body, hasConsented };
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
    const { nonce, occurredAt } = inTime(act);
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
      if (act)
        all.push({ kind: act.kind, occurredAt: act.kind === 'refused' ? act.body.occurredAt : inTime(act).occurredAt });
    }
    return all;
  };

  return {
    drain,
    list,
    async perform(asked) {
      const act = { ...asked, unproven: unproven() };
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

async function alone(work: () => Promise<void>): Promise<void> {
  await (globalThis.navigator?.locks ? navigator.locks.request('vestibule-kiosk-queue', work) : work());
}
