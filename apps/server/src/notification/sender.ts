import type { FastifyBaseLogger } from 'fastify';
import { type Db, isUnavailable, transaction } from '../db/database.ts';
import { CannotOpen, type Vault } from '../db/sealed.ts';
import type { Bus } from '../live/bus.ts';
import { countAttempt } from '../watch/counters.ts';
import { type Attempt, type Ending, settle, takeDue, type TakenMessage } from './outbox.store.ts';
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
/** Seconds before each further attempt. After the last one a message has failed. */
const pauses = [10, 60, 5 * 60, 30 * 60, 2 * 60 * 60];

interface SenderOptions {
  db: Db;
  vault: Vault;
  bus: Bus;
  outlet: Outlet;
  log: FastifyBaseLogger;
}

/**
 * Sends the queued messages of a channel, new ones as soon as their transaction commits. Nobody is told twice of a visit: where a
 * provider may have taken a message over, it is sent again by people only. `stop` waits for those that are being sent.
 */
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
    const sending = Promise.all(messages.map(async (message) => ({ message, ending: await attempt(message) })))
      .then(record)
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

  async function attempt(message: TakenMessage): Promise<Ending> {
    if (message.forNobody) return { state: 'failed', problem: message.forNobody, answer: null };
    if (message.wasBeingSent && isToldOnce(message)) return { state: 'failed', problem: 'uncertain', answer: null };
    if (Date.parse(message.expiresAt) <= Date.now()) return { state: 'failed', problem: 'expired', answer: null };
    // Each of these workers died while it had the message.
    if (message.attempts > pauses.length + 1) return { state: 'failed', problem: 'connectionLost', answer: null };
    if (!outlet.hand) return { state: 'notSent', problem: 'noProvider', answer: null };
    const handed = await outlet.hand(vault, message).catch((error: unknown) => {
      if (!(error instanceof CannotOpen)) throw error;
      log.error({ error, messageId: message.id }, 'a message cannot be read');
      return undefined;
    });
    if (!handed) return { state: 'failed', problem: 'unreadable', answer: null };
    const { outcome, segments } = handed;
    if (outcome.result === 'taken') return { state: outlet.taken, problem: null, answer: outcome.answer, segments };
    const { problem, answer } = outcome;
    log.warn({ messageId: message.id, attempts: message.attempts, problem }, 'a provider did not take a message');
    if (outcome.result === 'unknown' && isToldOnce(message)) return { state: 'failed', problem: 'uncertain', answer };
    const againIn = outcome.result === 'never' ? undefined : pauseAfter(message);
    return againIn === undefined ? { state: 'failed', problem, answer } : { state: 'queued', problem, answer, againIn };
  }

  function record(attempts: Attempt[]): Promise<void> {
    for (const { ending } of attempts) countAttempt(outlet.channel, ending.state);
    const visitIds = attempts.flatMap(({ message }) => message.visitId ?? []);
    if (visitIds.length === 0) return settle(db, attempts);
    return transaction(db, async (db) => {
      await settle(db, attempts);
      await publishVisits(db, visitIds);
    });
  }

  /** A second invitation does no harm, and one that was lost does; a second word of an arrival alarms people. */
  function isToldOnce({ visitId }: TakenMessage): boolean {
    return outlet.channel === 'sms' || visitId !== null;
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

/** Seconds until the next attempt; undefined when there is none, or when the message would be of no use by then. */
function pauseAfter({ attempts, expiresAt }: TakenMessage): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined || Date.parse(expiresAt) <= Date.now() + pause * 1_000) return undefined;
  return pause;
}
