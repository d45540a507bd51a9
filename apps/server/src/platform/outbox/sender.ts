import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageProblem } from '@vestibule/contract/platform/message-words.ts';
import type { FastifyBaseLogger } from 'fastify';
import { isDeadlock, isUnavailable, type Reach, transaction } from '../db/database.ts';
import { Unanswered } from '../db/lease.ts';
import { CannotOpen, type Vault } from '../db/sealed.ts';
import type { Outcome } from '../integrations/outcome.ts';
import { startLanes } from '../jobs/lanes.ts';
import type { Bus } from '../live/bus.ts';
import { countAttempt } from '../observability/counters.ts';
import type { VisitMessages } from './content.ts';
import { type Attempt, type Ending, returnLease, settle, takeDue, type TakenMessage } from './outbox.store.ts';
import type { Outlet, OutletDeps } from './outlet.ts';

const lanes = 4;
const withoutProvider = 100;
/** Longer than any attempt, so that a message is leased twice only if its worker died or hung. */
const leaseSeconds = 60;
const recordAgainMs = 500;

interface SenderOptions {
  reach: Reach;
  vault: Vault;
  bus: Bus;
  outlet: Outlet;
  visits: VisitMessages;
  origin?: string | null;
  log: FastifyBaseLogger;
}

/** Sends new messages right after their commit. `stop` waits for those being sent. */
export function startSender({ reach, vault, bus, outlet, visits, origin = null, log }: SenderOptions): {
  stop(): Promise<void>;
} {
  async function take(free: number, stopping: AbortSignal) {
    const most = outlet.hand ? free : withoutProvider;
    const takenAt = performance.now();
    const messages = await lease(most, stopping);
    if (messages.length === 0) return { begun: [], isMore: false };
    const parts = outlet.hand ? messages.map((message) => [message]) : [messages];
    return { begun: parts.map((part) => send(part, takenAt, stopping)), isMore: messages.length === most };
  }

  async function lease(limit: number, stopping: AbortSignal): Promise<TakenMessage[]> {
    const taking = { limit, leaseSeconds, lease: randomUUID() };
    try {
      return await takeDue(reach.acrossCompanies, visits, outlet.channel, taking);
    } catch (error) {
      // A lease that waits for a standby is invisible, so it can only be returned after its commit.
      if (error instanceof Unanswered) await Promise.race([error.hasCommitted, once(stopping, 'abort')]);
      const giveBack = () => returnLease(reach.acrossCompanies, outlet.channel, taking.lease);
      await inTime(giveBack, performance.now() + leaseSeconds * 1_000, stopping).catch((failure: unknown) => {
        log.warn({ error: failure }, 'a lease of messages could not be returned');
      });
      throw error;
    }
  }

  async function send(messages: TakenMessage[], takenAt: number, stopping: AbortSignal) {
    try {
      const endings = messages.map(async (message) => ({
        message,
        ending: await attempt(message, { outlet, vault, visits, origin, log }),
      }));
      await recordInTime(await Promise.all(endings), takenAt, stopping);
    } catch (error) {
      const messageIds = messages.map(({ id }) => id);
      log.error({ error, messageIds }, 'the result of sending could not be stored');
    }
  }

  /** An accepted message must not become uncertain. */
  async function recordInTime(attempts: Attempt[], takenAt: number, stopping: AbortSignal): Promise<void> {
    for (const { ending } of attempts) countAttempt(outlet.channel, ending.state);
    // By the local monotonic clock, because the clock of the database may differ.
    await inTime(() => record(attempts), takenAt + leaseSeconds * 1_000, stopping);
  }

  /** Repeats `work` while the database is unavailable, until `endsAt` of `performance.now()`. */
  async function inTime(work: () => Promise<void>, endsAt: number, stopping: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        const mayPass = isUnavailable(error) || isDeadlock(error);
        if (!mayPass || stopping.aborted || performance.now() + recordAgainMs >= endsAt) throw error;
        await sleep(recordAgainMs);
      }
    }
  }

  async function record(attempts: Attempt[]): Promise<void> {
    const ofNoCompany = attempts.filter(({ message }) => message.companyId === null);
    if (ofNoCompany.length > 0) await settle(reach.acrossCompanies, 'system_message', ofNoCompany);
    const ofCompanies = attempts.filter(({ message }) => message.companyId !== null);
    if (ofCompanies.length === 0) return;
    const db = reach.within([...new Set(ofCompanies.flatMap(({ message }) => message.companyId ?? []))]);
    const ofVisits = Map.groupBy(
      ofCompanies.flatMap(({ message: { companyId, visitId } }) =>
        companyId === null || visitId === null ? [] : [{ companyId, visitId }],
      ),
      ({ companyId }) => companyId,
    );
    if (ofVisits.size === 0) return settle(db, 'message', ofCompanies);
    await transaction(db, async (db) => {
      await settle(db, 'message', ofCompanies);
      for (const [companyId, ofCompany] of ofVisits) {
        await visits.publish(
          db,
          companyId,
          ofCompany.map(({ visitId }) => visitId),
        );
      }
    });
  }

  return startLanes({ lanes, what: 'messages', topic: 'message', take, bus, log });
}

/** Seconds before each further attempt. After the last one a message has failed. */
const pauses = [10, 60, 5 * 60, 30 * 60, 2 * 60 * 60];

interface AttemptOptions extends OutletDeps {
  outlet: Outlet;
  log: FastifyBaseLogger;
}

/** Messages about a visit are not sent twice: only a user resends one that a provider may have accepted. */
async function attempt(message: TakenMessage, { outlet, vault, visits, origin, log }: AttemptOptions): Promise<Ending> {
  const hindrance = hindranceOf(message, outlet);
  if (hindrance) return { state: 'failed', problem: hindrance, answer: null };
  const barrier = outlet.barrierOf(message);
  if (barrier) return { state: 'notSent', problem: barrier, answer: null };
  if (!outlet.hand) return { state: 'notSent', problem: 'noProvider', answer: null };
  const handed = await outlet.hand({ vault, visits, origin }, message).catch((error: unknown) => {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ error, messageId: message.id }, 'a message cannot be read');
    return undefined;
  });
  if (!handed) return { state: 'failed', problem: 'unreadable', answer: null };
  const { outcome, segments } = handed;
  if (outcome.result === 'taken') {
    if (outlet.taken === 'notSent') return { state: 'notSent', problem: 'noProvider', answer: null };
    return { state: outlet.taken, problem: null, answer: outcome.answer, segments };
  }
  const { id: messageId, attempts } = message;
  log.warn({ messageId, attempts, problem: outcome.problem }, 'a provider refused a message');
  return endingOf(outcome, message, outlet);
}

function hindranceOf(message: TakenMessage, outlet: Outlet): MessageProblem | null {
  if (message.noRecipient) return message.noRecipient;
  if (message.wasBeingSent && isSentOnce(message, outlet)) return 'uncertain';
  if (message.secondsOfUse <= 0) return 'expired';
  // The host answered, or the visitor left, before the message was sent.
  if (message.kind === 'unanswered' && message.visit?.isSettled) return 'expired';
  if (message.kind === 'stillHere' && message.visit?.isOver) return 'expired';
  return message.attempts > pauses.length + 1 ? 'connectionLost' : null;
}

function endingOf(outcome: Exclude<Outcome, { result: 'taken' }>, message: TakenMessage, outlet: Outlet): Ending {
  const { result, problem, answer } = outcome;
  if (result === 'unknown' && isSentOnce(message, outlet)) return { state: 'failed', problem: 'uncertain', answer };
  const againIn = result === 'never' ? undefined : pauseAfter(message);
  return againIn === undefined ? { state: 'failed', problem, answer } : { state: 'queued', problem, answer, againIn };
}

/** For an SMS, or a message about an arrival, a second copy is worse than a lost one. A second invitation is harmless. */
function isSentOnce({ visitId }: TakenMessage, { channel }: Outlet): boolean {
  return channel === 'sms' || visitId !== null;
}

/** Undefined after the last attempt, or if the message expires before it. */
function pauseAfter({ attempts, secondsOfUse }: TakenMessage): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined || secondsOfUse <= pause) return undefined;
  return pause;
}
