import { CallFailed } from '@vestibule/web/call.ts';
import { hasHeard, unproven } from '../shell/clock.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import {
  type Answered,
  askedPauseMs,
  isRefusal,
  isTurnedAway,
  type NewAct,
  occurredAt,
  QueuedAct,
  refusedAct,
  send,
  type Server,
  unreadableAct,
} from './act.ts';
import type { Vault } from './vault.ts';

/** The result of an act for the visitor who waits for it. */
export type Sent =
  | ({ kind: 'sent' } & Answered)
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
  /** Called with the number of waiting acts when it changes. */
  onCount: (count: number) => void;
  /** How long a visitor waits for the result. */
  timeoutMs?: number;
}

export interface Queue {
  /** What waits, the oldest first: what it is and when it was done. */
  list: () => Promise<Waiting[]>;
  /**
   * Keeps the act, then sends it after those before it. Resolves when it was sent or refused, or after the timeout. Rejects an act that
   * the contract does not allow: it could never be sent.
   */
  perform: (act: NewAct) => Promise<Sent>;
  /** Sends what waits, in order, until the server cannot be reached or asks for a pause. During a pause it sends nothing. */
  drain: () => Promise<void>;
}

/**
 * What was done at the kiosk and the server may not know of yet. An act is written down before it is sent and struck out after
 * the answer, so none is lost; it carries the same nonce each time, so none is done twice.
 */
export function createQueue({ vault, server, onCount, timeoutMs = 8_000 }: QueueOptions): Queue {
  const waiters = createWaiters(timeoutMs);
  /** The server has asked to send nothing before this moment of `performance.now()`. */
  let pausedUntil = 0;

  const count = async () => onCount(await vault.count());

  const drain = oneAtATime(async () => {
    if (performance.now() < pausedUntil) return waiters.endAll({ kind: 'kept' });
    // What is put aside is told to the desk once all else was sent.
    while ((await alone(sendAll)).hasPutAside);
  });

  const sendAll = async () => {
    // What was done before the server was heard may have a wrong time.
    if (!hasHeard()) await server.hear(AbortSignal.timeout(15_000)).catch(() => undefined);
    let hasPutAside = false;
    for (let next = await vault.next(0); next; next = await vault.next(next.place)) {
      const act = QueuedAct.safeParse(next.value).data ?? (await giveUp(next));
      const outcome = await sendOne(next.place, act);
      if (outcome === 'putAside') hasPutAside = true;
      // What follows has to wait as well.
      if (outcome === 'unreachable') break;
      await count();
    }
    return { hasPutAside };
  };

  const sendOne = async (place: number, act: QueuedAct): Promise<'ended' | 'putAside' | 'unreachable'> => {
    const { nonce } = act.body;
    try {
      const answered = await deliver(act);
      await vault.take(place);
      waiters.end(nonce, { kind: 'sent', ...answered });
      return 'ended';
    } catch (error) {
      if (!isRefusal(error) && !isTurnedAway(error)) {
        pausedUntil = performance.now() + askedPauseMs(error);
        // Nobody whose turn has not come will be served either.
        waiters.endAll({ kind: 'kept' });
        return 'unreachable';
      }
      // Whoever still stands at the kiosk is told; of an act that waited, the desk is.
      if (act.kind !== 'refused' && !waiters.isAwaited(nonce)) {
        await vault.replace(place, refusedAct(act, error));
        return 'putAside';
      }
      await vault.take(place);
      waiters.end(nonce, { kind: 'refused', failed: error });
      return 'ended';
    }
  };

  /** Sends an act. What a gateway turns away is sent once more where the server can be heard, and waits with the rest where it cannot. */
  const deliver = async (act: QueuedAct): Promise<Answered> => {
    const attempt = () => send(server, act, { isAwaited: waiters.isAwaited(act.body.nonce) });
    try {
      return await attempt();
    } catch (error) {
      if (!isTurnedAway(error)) throw error;
      const isHeard = await server.hear(AbortSignal.timeout(15_000)).then(
        () => true,
        () => false,
      );
      if (!isHeard) throw new CallFailed(null, null);
      return await attempt();
    }
  };

  /** Somebody was told that this is done. It cannot be any more, so the desk is told. */
  const giveUp = async ({ place, value }: { place: number; value: unknown }): Promise<QueuedAct> => {
    const refused = unreadableAct(value);
    await vault.replace(place, refused);
    return refused;
  };

  const sendUnkept = async (act: NewAct): Promise<Sent> => {
    try {
      return { kind: 'sent', ...(await send(server, act, { isAwaited: true })) };
    } catch (error) {
      return isRefusal(error) ? { kind: 'refused', failed: error } : { kind: 'full' };
    }
  };

  return {
    drain,
    async list() {
      const all: Waiting[] = [];
      for (let next = await vault.next(0); next; next = await vault.next(next.place)) {
        const act = QueuedAct.safeParse(next.value).data;
        if (act) all.push({ kind: act.kind, occurredAt: occurredAt(act) });
      }
      return all;
    },
    async perform(asked) {
      const act = { ...asked, unproven: unproven() };
      QueuedAct.parse(act);
      try {
        await vault.append(act);
      } catch {
        // There is no room to keep it: it is sent now, or not at all.
        return await sendUnkept(act);
      }
      await count();
      const { nonce } = act.body;
      const sent = waiters.wait(nonce);
      void drain().catch(() => waiters.end(nonce, { kind: 'kept' }));
      return sent;
    },
  };
}

/** One window at a time, in case the kiosk is open twice. */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  return globalThis.navigator?.locks ? navigator.locks.request('vestibule-kiosk-queue', work) : work();
}

/**
 * Promises for the results of acts, by nonce. A promise resolves once, with `kept` after the timeout.
 * @param timeoutMs how long a visitor waits for the result
 */
function createWaiters(timeoutMs: number) {
  const waiting = new Map<string, (sent: Sent) => void>();

  const end = (nonce: string, sent: Sent) => {
    waiting.get(nonce)?.(sent);
    waiting.delete(nonce);
  };

  return {
    async wait(nonce: string): Promise<Sent> {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      waiting.set(nonce, resolve);
      const timer = setTimeout(() => end(nonce, { kind: 'kept' }), timeoutMs);
      return promise.finally(() => clearTimeout(timer));
    },
    isAwaited: (nonce: string) => waiting.has(nonce),
    end,
    endAll(sent: Sent) {
      for (const nonce of waiting.keys()) end(nonce, sent);
    },
  };
}
