import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, isDeadlock, isUnavailable, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import { startLanes } from '../jobs/lanes.ts';
import type { Bus } from '../live/bus.ts';
import { countAttempt } from '../observability/counters.ts';
import { attempt } from './attempt.ts';
import { type Attempt, settle, takeDue, type TakenMessage } from './outbox.store.ts';
import type { VisitMessages } from './content.ts';
import type { Outlet } from './outlet.ts';

/** Messages of a channel sent at once by one process. */
const lanes = 4;
/** Messages that are settled in one statement where there is no provider to wait for. */
const withoutProvider = 100;
/** Longer than any attempt can take, so that a message is taken up twice only when its worker died or stood still. */
const leaseSeconds = 60;
/** How soon it is tried again to write down how attempts ended. */
const recordAgainMilliseconds = 500;

interface SenderOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  outlet: Outlet;
  visits: VisitMessages;
  log: FastifyBaseLogger;
}

/** Sends the queued messages of a channel, new ones as soon as their transaction commits. `stop` waits for those that are being sent. */
export function startSender({ db, vault, bus, outlet, visits, log }: SenderOptions): { stop(): Promise<void> } {
  async function take(free: number, stopping: AbortSignal) {
    const most = outlet.hand ? free : withoutProvider;
    const takenAt = performance.now();
    const messages = await takeDue(db, visits, outlet.channel, most, leaseSeconds);
    if (messages.length === 0) return { begun: [], isMore: false };
    const parts = outlet.hand ? messages.map((message) => [message]) : [messages];
    return { begun: parts.map((part) => send(part, takenAt, stopping)), isMore: messages.length === most };
  }

  async function send(messages: TakenMessage[], takenAt: number, stopping: AbortSignal) {
    try {
      const endings = messages.map(async (message) => ({
        message,
        ending: await attempt(message, { outlet, vault, visits, log }),
      }));
      await recordInTime(await Promise.all(endings), takenAt, stopping);
    } catch (error) {
      // Without a word about it a message is taken up again when its lease ends.
      const messageIds = messages.map(({ id }) => id);
      log.error({ error, messageIds }, 'an attempt to send could not be recorded');
    }
  }

  /** Where the database is away it is tried again until the lease ends: what was taken over is not to be called uncertain. */
  async function recordInTime(attempts: Attempt[], takenAt: number, stopping: AbortSignal): Promise<void> {
    for (const { ending } of attempts) countAttempt(outlet.channel, ending.state);
    // By what passes here: the clock of this machine may be far from that of the database, which wrote when the lease ends.
    const leaseEndsAt = takenAt + leaseSeconds * 1_000;
    for (;;) {
      try {
        return await record(attempts);
      } catch (error) {
        const mayPass = isUnavailable(error) || isDeadlock(error);
        if (!mayPass || stopping.aborted || performance.now() + recordAgainMilliseconds >= leaseEndsAt) throw error;
        await sleep(recordAgainMilliseconds);
      }
    }
  }

  function record(attempts: Attempt[]): Promise<void> {
    const visitIds = attempts.flatMap(({ message }) => message.visitId ?? []);
    if (visitIds.length === 0) return settle(db, attempts);
    return transaction(db, async (db) => {
      await settle(db, attempts);
      await visits.publish(db, visitIds);
    });
  }

  return startLanes({ lanes, what: 'messages', topic: 'message', take, bus, log });
}
