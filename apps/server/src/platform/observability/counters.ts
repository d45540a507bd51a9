import { Counter, type Registry } from 'prom-client';
import { type ReadOutcome, readOutcomes } from '../db/standby.ts';

/* Every part of the program counts, so the counters belong to no registry. */

const attempts = new Counter({
  name: 'message_attempts_total',
  help: 'Attempts to send a message, by channel and result; queued will be retried.',
  labelNames: ['channel', 'outcome'],
  registers: [],
});

const synchronizations = new Counter({
  name: 'directory_syncs_total',
  help: 'Runs that read a directory, by kind and result: done, or the reason of the failure.',
  labelNames: ['kind', 'outcome'],
  registers: [],
});

const forgotten = new Counter({
  name: 'forgotten_rows_total',
  help: 'Expired rows that were removed.',
  labelNames: ['table'],
  registers: [],
});

const guessOutcomes = ['right', 'wrong', 'blocked', 'limited'] as const;
const guesses = new Counter({
  name: 'sign_in_guesses_total',
  help: 'Passwords and codes: right, wrong, or refused by a block or a rate limit.',
  labelNames: ['outcome'],
  registers: [],
});

const blockScopes = ['accountInNetwork', 'knownBrowser', 'everywhere', 'network'] as const;
const signInBlocks = new Counter({
  name: 'sign_in_blocks_total',
  help: 'Sign-in blocks after wrong passwords or codes, by scope.',
  labelNames: ['scope'],
  registers: [],
});

const standbyReads = new Counter({
  name: 'standby_reads_total',
  help: 'Statements that a standby may answer: by it, or by the primary because the standby was behind, away, busy, in conflict or failed.',
  labelNames: ['outcome'],
  registers: [],
});

export function countRead(outcome: ReadOutcome): void {
  standbyReads.inc({ outcome });
}

export function countGuess(outcome: (typeof guessOutcomes)[number]): void {
  guesses.inc({ outcome });
}

export function countSignInBlock(scope: (typeof blockScopes)[number]): void {
  signInBlocks.inc({ scope });
}

export function countAttempt(channel: 'email' | 'sms', outcome: string): void {
  attempts.inc({ channel, outcome });
}

export function countSynchronization(kind: string, outcome: string): void {
  synchronizations.inc({ kind, outcome });
}

export function countForgotten({ visits, visitors }: { visits: number; visitors: number }): void {
  forgotten.inc({ table: 'visit' }, visits);
  forgotten.inc({ table: 'visitor' }, visitors);
}

export function registerCounters(register: Registry): void {
  countForgotten({ visits: 0, visitors: 0 });
  for (const channel of ['email', 'sms']) {
    for (const outcome of ['queued', 'sent', 'delivered', 'failed', 'notSent']) attempts.inc({ channel, outcome }, 0);
  }
  for (const outcome of guessOutcomes) guesses.inc({ outcome }, 0);
  for (const scope of blockScopes) signInBlocks.inc({ scope }, 0);
  for (const outcome of readOutcomes) standbyReads.inc({ outcome }, 0);
  for (const kind of ['sync', 'preview', 'photos']) synchronizations.inc({ kind, outcome: 'done' }, 0);
  register.registerMetric(attempts);
  register.registerMetric(synchronizations);
  register.registerMetric(forgotten);
  register.registerMetric(guesses);
  register.registerMetric(standbyReads);
  register.registerMetric(signInBlocks);
}
