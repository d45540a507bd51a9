import type { MessageProblem } from '@vestibule/contract/platform/message-words.ts';
import type { FastifyBaseLogger } from 'fastify';
import { CannotOpen } from '../db/sealed.ts';
import type { Outcome } from '../integrations/outcome.ts';
import type { Ending, TakenMessage } from './outbox.store.ts';
import type { Outlet, OutletDeps } from './outlet.ts';

/** Seconds before each further attempt. After the last one a message has failed. */
const pauses = [10, 60, 5 * 60, 30 * 60, 2 * 60 * 60];

interface AttemptOptions extends OutletDeps {
  outlet: Outlet;
  log: FastifyBaseLogger;
}

/**
 * Sends a message, where it still may be, and answers how that ended. Nobody is told twice of a visit: what a provider may have taken
 * over is sent again by people only.
 */
export async function attempt(message: TakenMessage, { outlet, vault, visits, log }: AttemptOptions): Promise<Ending> {
  const hindrance = hindranceOf(message, outlet);
  if (hindrance) return { state: 'failed', problem: hindrance, answer: null };
  const barrier = outlet.barrierOf(message);
  if (barrier) return { state: 'notSent', problem: barrier, answer: null };
  if (!outlet.hand) return { state: 'notSent', problem: 'noProvider', answer: null };
  const handed = await outlet.hand({ vault, visits }, message).catch((error: unknown) => {
    if (!(error instanceof CannotOpen)) throw error;
    log.error({ error, messageId: message.id }, 'a message cannot be read');
    return undefined;
  });
  if (!handed) return { state: 'failed', problem: 'unreadable', answer: null };
  const { outcome, segments } = handed;
  if (outcome.result === 'taken') return { state: outlet.taken, problem: null, answer: outcome.answer, segments };
  const { id: messageId, attempts } = message;
  log.warn({ messageId, attempts, problem: outcome.problem }, 'a provider did not take a message');
  return endingOf(outcome, message, outlet);
}

/** Why a message may not be sent, or not any more. */
function hindranceOf(message: TakenMessage, outlet: Outlet): MessageProblem | null {
  if (message.forNobody) return message.forNobody;
  if (message.wasBeingSent && isToldOnce(message, outlet)) return 'uncertain';
  if (message.secondsOfUse <= 0) return 'expired';
  // Each of these workers died while it had the message.
  return message.attempts > pauses.length + 1 ? 'connectionLost' : null;
}

/** How it ends that a provider did not take a message, or may not have: with another attempt, or for good. */
function endingOf(outcome: Exclude<Outcome, { result: 'taken' }>, message: TakenMessage, outlet: Outlet): Ending {
  const { result, problem, answer } = outcome;
  if (result === 'unknown' && isToldOnce(message, outlet)) return { state: 'failed', problem: 'uncertain', answer };
  const againIn = result === 'never' ? undefined : pauseAfter(message);
  return againIn === undefined ? { state: 'failed', problem, answer } : { state: 'queued', problem, answer, againIn };
}

/** A second invitation does no harm, and one that was lost does; a second word of an arrival alarms people. */
function isToldOnce({ visitId }: TakenMessage, { channel }: Outlet): boolean {
  return channel === 'sms' || visitId !== null;
}

/** Seconds until the next attempt; undefined when there is none, or when the message would be of no use by then. */
function pauseAfter({ attempts, secondsOfUse }: TakenMessage): number | undefined {
  const pause = pauses[attempts - 1];
  if (pause === undefined || secondsOfUse <= pause) return undefined;
  return pause;
}
