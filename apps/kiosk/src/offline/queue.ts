import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { isRefusal, isTurnedAway } from '@vestibule/web/refused.ts';
import { hasServerTime, unproven } from '../shell/clock.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import {
  type Answered,
  askedPauseMs,
  type NewAct,
  occurredAt,
  ofContract,
  QueuedAct,
  refusedAct,
  send,
  type Server,
  unreadableAct,
} from './act.ts';
import type { Vault } from './vault.ts';

export type Sent =
  | ({ kind: 'sent' } & Answered)
  | { kind: 'refused'; failed: CallFailed }
  /** Neither network nor space. */
  | { kind: 'full' }
  /** Stays in the queue until the server is back. */
  | { kind: 'kept' };

/** A waiting act, without personal data. */
export interface Waiting {
  kind: QueuedAct['kind'];
  occurredAt: string;
}

interface QueueOptions {
  vault: Vault;
  server: Server;
  onCount: (count: number) => void;
  /** How long a visitor waits for the result. */
  timeoutMs?: number;
}

export interface Queue {
  list: () => Promise<Waiting[]>;
  /**
   * Stores the act, then sends it after earlier ones. Resolves when it was sent or refused, or after the timeout. Rejects an act that
   * violates the contract.
   */
  perform: (act: NewAct) => Promise<Sent>;
  /** Sends the queue in order, until the server fails or requests a pause. */
  drain: () => Promise<void>;
}

/** The queue of a device, which sends by its calls. */
export function openQueue({ call, ...options }: Pick<QueueOptions, 'vault' | 'onCount'> & { call: Call }): Queue {
  return createQueue({ ...options, server: ofContract(call) });
}

/**
 * The acts that the server may not have. An act is stored before it is sent and deleted after the answer, so none is lost. Its nonce
 * makes repeats harmless.
 */
export function createQueue({ vault, server, onCount, timeoutMs = 8_000 }: QueueOptions): Queue {
  const waiters = createWaiters(timeoutMs);
  /** The end of a requested pause, by `performance.now()`. */
  let pausedUntil = 0;

  const count = async () => onCount(await vault.count());

  const drain = oneAtATime(async () => {
    if (performance.now() < pausedUntil) return waiters.endAll({ kind: 'kept' });
    // Postponed acts are reported to the desk after all others.
    while ((await alone(sendAll)).hasPostponed);
  });

  const sendAll = async () => {
    // Acts from before the first answer may have a wrong time.
    if (!hasServerTime()) await server.hear(AbortSignal.timeout(15_000)).catch(() => undefined);
    let hasPostponed = false;
    for (let next = await vault.next(0); next; next = await vault.next(next.place)) {
      const act = QueuedAct.safeParse(next.value).data ?? (await giveUp(next));
      const outcome = await sendOne(next.place, act);
      if (outcome === 'putAside') hasPostponed = true;
      // The following acts wait too.
      if (outcome === 'unreachable') break;
      await count();
    }
    return { hasPostponed };
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
        waiters.endAll({ kind: 'kept' });
        return 'unreachable';
      }
      // A waiting visitor sees the refusal. Otherwise the desk gets it.
      if (act.kind !== 'refused' && !waiters.isAwaited(nonce)) {
        await vault.replace(place, refusedAct(act, error));
        return 'putAside';
      }
      await vault.take(place);
      waiters.end(nonce, { kind: 'refused', failed: error });
      return 'ended';
    }
  };

  /** Sends an act. If a gateway refuses it, retries once if the server answers, else keeps it. */
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

  /** The visitor saw a success, so the desk must know. */
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
        // Without space it is sent now or never.
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
 * Promises for the results of acts, by nonce. They resolve with `kept` after the timeout.
 * @param timeoutMs how long a visitor waits
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
