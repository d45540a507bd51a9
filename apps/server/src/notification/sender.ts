import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Db, isDeadlock, isUnavailable, transaction } from '../db/database.ts';
import type { Vault } from '../db/sealed.ts';
import type { Bus } from '../live/bus.ts';
import { countAttempt } from '../observability/counters.ts';
import { attempt } from './attempt.ts';
import { type Attempt, settle, takeDue, type TakenMessage } from './outbox.store.ts';
import type { Outlet } from './outlet.ts';
import { publishVisits } from './visit-news.ts';

/** Messages of a channel sent at once by one process. */
const lanes = 4;
/** Messages that are settled in one statement where there is no provider to wait for. */
const withoutProvider = 100;
/** Longer than any attempt can take, so that a message is taken up twice only when its worker died or stood still. */
const leaseSeconds = 60;
/** How often due messages are looked for that nobody told of: ones to be tried again, and those of a worker that died. */
const sweepMilliseconds = 5_000;
/** How soon it is tried again to write down how attempts ended. */
const recordAgainMilliseconds = 500;

interface SenderOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  outlet: Outlet;
  log: FastifyBaseLogger;
}

/** Sends the queued messages of a channel, new ones as soon as their transaction commits. `stop` waits for those that are being sent. */
export function startSender({ db, vault, bus, outlet, log }: SenderOptions): { stop(): Promise<void> } {
  const inFlight = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isWanted = false;
  let stopped = false;

  async function take() {
    while (isWanted && !stopped && inFlight.size < lanes) {
      isWanted = false;
      try {
        const free = outlet.hand ? lanes - inFlight.size : withoutProvider;
        const messages = await takeDue(db, outlet.channel, free, leaseSeconds);
        if (outlet.hand) for (const message of messages) send([message]);
        else if (messages.length > 0) send(messages);
        isWanted ||= messages.length === free;
      } catch (error) {
        // Nothing is lost: the messages stay where they are, and the next sweep takes them.
        if (!isUnavailable(error)) log.error({ error }, 'taking up messages failed');
      }
    }
    taking = undefined;
  }

  function wake() {
    isWanted = true;
    if (!stopped && inFlight.size < lanes) taking ??= take();
  }

  function send(messages: TakenMessage[]) {
    const endings = messages.map(async (message) => ({
      message,
      ending: await attempt(message, { outlet, vault, log }),
    }));
    const sending = Promise.all(endings)
      .then(recordInTime)
      // Without a word about it a message is taken up again when its lease ends.
      .catch((error: unknown) =>
        log.error({ error, messageIds: messages.map(({ id }) => id) }, 'an attempt to send could not be recorded'),
      )
      .finally(() => {
        inFlight.delete(sending);
        wake();
      });
    inFlight.add(sending);
  }

  /** Where the database is away it is tried again until the lease ends: what was taken over is not to be called uncertain. */
  async function recordInTime(attempts: Attempt[]): Promise<void> {
    for (const { ending } of attempts) countAttempt(outlet.channel, ending.state);
    const leaseEndsAt = Math.min(...attempts.map(({ message }) => Date.parse(message.leaseEndsAt)));
    for (;;) {
      try {
        return await record(attempts);
      } catch (error) {
        const mayPass = isUnavailable(error) || isDeadlock(error);
        if (!mayPass || stopped || Date.now() + recordAgainMilliseconds >= leaseEndsAt) throw error;
        await sleep(recordAgainMilliseconds);
      }
    }
  }

  function record(attempts: Attempt[]): Promise<void> {
    const visitIds = attempts.flatMap(({ message }) => message.visitId ?? []);
    if (visitIds.length === 0) return settle(db, attempts);
    return transaction(db, async (db) => {
      await settle(db, attempts);
      await publishVisits(db, visitIds);
    });
  }

  bus.on('message', wake);
  bus.onResumed(wake);
  const sweep = setInterval(wake, sweepMilliseconds);
  wake();
  return {
    async stop() {
      stopped = true;
      clearInterval(sweep);
      await taking;
      await Promise.all(inFlight);
    },
  };
}
