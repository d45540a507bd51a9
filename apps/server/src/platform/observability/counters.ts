import { Counter, type Registry } from 'prom-client';

/*
 * What this process has done since it started. They count in whichever part of the program does it, so they are the process's own and
 * no registry's.
 */

const attempts = new Counter({
  name: 'message_attempts_total',
  help: 'Attempts to send a message, by channel and by what became of it; queued is to be tried again.',
  labelNames: ['channel', 'outcome'],
  registers: [],
});

const synchronisations = new Counter({
  name: 'directory_syncs_total',
  help: 'Runs that read a directory, by kind and by how they ended: done, or why not.',
  labelNames: ['kind', 'outcome'],
  registers: [],
});

const forgotten = new Counter({
  name: 'forgotten_rows_total',
  help: 'Rows removed because their time was over.',
  labelNames: ['table'],
  registers: [],
});

const guessOutcomes = ['right', 'wrong', 'blocked', 'limited'] as const;
const guesses = new Counter({
  name: 'sign_in_guesses_total',
  help: 'Passwords and codes that were given: right, wrong, or refused unread because of a block or the limit of a network.',
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

/** Counts a password or code that was given. */
export function countGuess(outcome: (typeof guessOutcomes)[number]): void {
  guesses.inc({ outcome });
}

/** Counts a block of signing in. */
export function countSignInBlock(scope: (typeof blockScopes)[number]): void {
  signInBlocks.inc({ scope });
}

/** Counts an attempt to send a message, and the state that it is left in. */
export function countAttempt(channel: 'email' | 'sms', outcome: string): void {
  attempts.inc({ channel, outcome });
}

/** Counts a run that read a directory. `outcome` is `done` or the reason why not. */
export function countSynchronisation(kind: string, outcome: string): void {
  synchronisations.inc({ kind, outcome });
}

/** Counts rows removed because their time was over. */
export function countForgotten({ visits, visitors }: { visits: number; visitors: number }): void {
  forgotten.inc({ table: 'visit' }, visits);
  forgotten.inc({ table: 'visitor' }, visitors);
}

/** Shows the counters of the process in a registry; those that count nothing yet as 0 where their labels are few. */
export function registerCounters(register: Registry): void {
  countForgotten({ visits: 0, visitors: 0 });
  for (const channel of ['email', 'sms']) {
    for (const outcome of ['queued', 'sent', 'delivered', 'failed', 'notSent']) attempts.inc({ channel, outcome }, 0);
  }
  for (const outcome of guessOutcomes) guesses.inc({ outcome }, 0);
  for (const scope of blockScopes) signInBlocks.inc({ scope }, 0);
  for (const kind of ['sync', 'preview', 'photos']) synchronisations.inc({ kind, outcome: 'done' }, 0);
  register.registerMetric(attempts);
  register.registerMetric(synchronisations);
  register.registerMetric(forgotten);
  register.registerMetric(guesses);
  register.registerMetric(signInBlocks);
}
