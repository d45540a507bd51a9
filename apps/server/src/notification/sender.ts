import type { FastifyBaseLogger } from 'fastify';
import { type Db, isUnavailable } from '../db/database.ts';
import { CannotOpen, type Vault } from '../db/sealed.ts';
import type { MailProvider } from '../integrations/mail/mail.ts';
import type { Bus } from '../live/bus.ts';
import { compose } from './compose.ts';
import { openContent } from './content.ts';
import { type Ending, settle, takeDue, type TakenMessage } from './outbox.store.ts';

/** Mails sent at once by one process. */
const lanes = 4;
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
  /** null where there is none: then messages are kept as not sent. */
  provider: MailProvider | null;
  log: FastifyBaseLogger;
}

/** Sends queued messages, new ones as soon as their transaction commits. `stop` waits for those that are being sent. */
export function startSender({ db, vault, bus, provider, log }: SenderOptions): { stop(): Promise<void> } {
  const inFlight = new Set<Promise<void>>();
  let taking: Promise<void> | undefined;
  let isWanted = false;
  let stopped = false;

  async function take() {
    while (isWanted && !stopped && inFlight.size < lanes) {
      isWanted = false;
      try {
        const free = lanes - inFlight.size;
        const messages = await takeDue(db, free, leaseSeconds);
        for (const message of messages) send(message);
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

  function send(message: TakenMessage) {
    const sending = attempt(message)
      .then((ending) => settle(db, message, ending))
      // Without a word about it the message is taken up again when its lease ends.
      .catch((error: unknown) =>
        log.error({ error, messageId: message.id }, 'an attempt to send could not be recorded'),
      )
      .finally(() => {
        inFlight.delete(sending);
        wake();
      });
    inFlight.add(sending);
  }

  async function attempt(message: TakenMessage): Promise<Ending> {
    if (message.isForNobody) return { state: 'failed', problem: 'userDeleted', answer: null };
    if (Date.parse(message.expiresAt) <= Date.now()) return { state: 'failed', problem: 'expired', answer: null };
    // Each of these workers died while it had the message.
    if (message.attempts > pauses.length + 1) return { state: 'failed', problem: 'connectionLost', answer: null };
    if (!provider) return { state: 'notSent', problem: 'noProvider', answer: null };
    const mail = composed(message);
    if (!mail) return { state: 'failed', problem: 'unreadable', answer: null };
    const outcome = await provider.send({ messageId: message.mailId, to: message.recipient, ...mail });
    if (outcome.result === 'taken') return { state: 'delivered', problem: null, answer: outcome.answer };
    const { problem, answer } = outcome;
    log.warn({ messageId: message.id, attempts: message.attempts, problem }, 'the mail server did not take a message');
    const againIn = outcome.result === 'later' ? pauseAfter(message) : undefined;
    return againIn === undefined ? { state: 'failed', problem, answer } : { state: 'queued', problem, answer, againIn };
  }

  function composed({ id, kind, content, language }: TakenMessage) {
    try {
      return compose(kind, openContent(vault, { id, kind, content }), language);
    } catch (error) {
      if (!(error instanceof CannotOpen)) throw error;
      log.error({ error, messageId: id }, 'a message cannot be read');
      return undefined;
    }
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
