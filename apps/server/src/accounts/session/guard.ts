import { createHash, randomUUID } from 'node:crypto';
import { audit, program } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countGuess, countSignInBlock } from '../../platform/observability/counters.ts';
import {
  type Counter,
  hasFailures,
  lower,
  raise,
  release,
  reserve,
  reset,
  resetAccount,
  secondsBlocked,
} from './guard.store.ts';
import type { Place } from './known-browser.ts';

const blockSeconds = 3_600;
/** Wrong guesses per account and network, or per known browser, before a block of an hour. */
const attemptLimit = 5;
const attemptLimitEverywhere = 50;
const everywhere = '*';
const networkLimit: Limit = { uses: 50, seconds: 900 };
/** Sign-ins per account and window that are subtracted. An attacker's account must not lift the limit of a network. */
const subtractions: Limit = { uses: 10, seconds: networkLimit.seconds };
const waitMs = 10_000;

interface Target {
  email: string;
  user: { id: number; company_id: number | null } | undefined;
  place: Place;
}

export interface Attempt {
  succeed(db: Db): Promise<void>;
}

export class WrongGuess extends Error {
  readonly wrong: { field: string; reason: 'currentPasswordIncorrect' | 'incorrectCode' } | undefined;

  constructor(wrong?: WrongGuess['wrong']) {
    super('wrong guess');
    this.wrong = wrong;
  }
}

/**
 * Runs a guess after reserving a place in all counters, so that parallel guesses stay within the limit. `guess` throws `WrongGuess`. Must
 * run outside of a transaction.
 * @throws {Refusal} `accountBlocked` and `tooManyRequests` before the guess runs; `incorrectPassword`, or the reason of the wrong guess;
 * `unavailable` if too many wait
 */
export async function guardGuess<Result>(
  db: Db,
  target: Target,
  guess: (attempt: Attempt) => Promise<Result>,
): Promise<Result> {
  const counters = countersOf(target);
  const [own] = counters;
  const id = randomUUID();
  const line = `${own.account.toString('hex')} ${own.network}`;
  const end = performance.now() + waitMs;
  await inLine(line, () => reserveInTime(db, { id, counters, line, end }));
  try {
    const result = await guess({ succeed: (db) => reset(db, own) });
    countGuess('right');
    return result;
  } catch (error) {
    if (!(error instanceof WrongGuess)) throw error;
    countGuess('wrong');
    throw await fail(db, target, counters, error);
  } finally {
    await release(db, id, counters).catch(() => undefined);
    wake(line);
  }
}

interface Reservation {
  id: string;
  counters: readonly Counter[];
  line: string;
  end: number;
}

async function reserveInTime(db: Db, { id, counters, line, end }: Reservation): Promise<void> {
  for (;;) {
    const outcome = await reserve(db, id, counters);
    if (outcome === 'reserved') return;
    if (outcome !== 'wait') {
      const isOfNetwork = outcome.counter.account.length === 0;
      countGuess(isOfNetwork ? 'limited' : 'blocked');
      throw new Refusal(isOfNetwork ? 'tooManyRequests' : 'accountBlocked', { secondsLeft: outcome.secondsLeft });
    }
    if (performance.now() >= end) throw new Refusal('unavailable');
    await pause(line);
  }
}

function fail(db: Db, target: Target, counters: readonly Counter[], { wrong }: WrongGuess): Promise<Refusal> {
  return transaction(db, async (db) => {
    let failures = 0;
    let isAccountBlocked = false;
    for (const [index, counter] of counters.entries()) {
      const raised = await raise(db, counter);
      if (index === 0) failures = raised.failures;
      if (!raised.isBlocked) continue;
      countSignInBlock(scopeOf(counter));
      if (counter.account.length > 0) isAccountBlocked = true;
    }
    await record(db, target.user, isAccountBlocked);
    if (failures >= attemptLimit) return new Refusal('accountBlocked', { secondsLeft: blockSeconds });
    const attempts = { attemptsMade: failures, attemptsLeft: attemptLimit - failures };
    if (!wrong) return new Refusal('incorrectPassword', attempts);
    return new Refusal(wrong.reason, { ...attempts, fields: { [wrong.field]: wrong.reason } });
  });
}

async function record(db: Db, user: Target['user'], isBlocked: boolean): Promise<void> {
  if (!user) return;
  const about = { companyId: user.company_id, subject: 'user', subjectId: user.id } as const;
  await audit(db, program, { action: 'session.failed', ...about });
  if (isBlocked) await audit(db, program, { action: 'session.blocked', ...about });
}

export async function refuseNetwork(db: Db, network: string): Promise<void> {
  const secondsLeft = await secondsBlocked(db, ofNetwork(network));
  if (secondsLeft === undefined) return;
  countGuess('limited');
  throw new Refusal('tooManyRequests', { secondsLeft });
}

export async function subtractSignIn(db: Db, network: string, userId: number): Promise<void> {
  const counter = ofNetwork(network);
  if (!(await hasFailures(db, counter))) return;
  try {
    await countUse(db, `sign-ins of user ${userId} from ${network}`, subtractions);
  } catch (error) {
    if (error instanceof Refusal) return;
    throw error;
  }
  await lower(db, counter);
}

export function forgetFailures(db: Db, email: string): Promise<void> {
  return resetAccount(db, hashOfAddress(email));
}

function countersOf({ email, place }: Target): [Counter, ...Counter[]] {
  const account = hashOfAddress(email);
  const ofAccount = { account, seconds: blockSeconds, blocks: 'fromLastGuess' } as const;
  if (place.browser) {
    return [{ ...ofAccount, network: `browser ${place.browser.toString('base64url')}`, most: attemptLimit }];
  }
  return [
    { ...ofAccount, network: place.network, most: attemptLimit },
    { ...ofAccount, network: everywhere, most: attemptLimitEverywhere },
    ofNetwork(place.network),
  ];
}

function ofNetwork(network: string): Counter {
  const { uses, seconds } = networkLimit;
  return { account: Buffer.alloc(0), network, most: uses, seconds, blocks: 'untilWindowEnds' };
}

function scopeOf({ account, network }: Counter): 'network' | 'everywhere' | 'accountInNetwork' | 'knownBrowser' {
  if (account.length === 0) return 'network';
  if (network === everywhere) return 'everywhere';
  return network.startsWith('browser ') ? 'knownBrowser' : 'accountInNetwork';
}

function hashOfAddress(email: string): Buffer {
  return createHash('sha256').update(email.toLowerCase()).digest();
}

const maxWaiting = 1_000;
const pollMs = 50;

const lines = new Map<string, Promise<void>>();
const sleepers = new Map<string, () => void>();
let waiting = 0;

async function inLine(line: string, work: () => Promise<void>): Promise<void> {
  if (waiting >= maxWaiting) throw new Refusal('unavailable');
  waiting += 1;
  const before = lines.get(line);
  const { promise, resolve } = Promise.withResolvers<void>();
  lines.set(line, promise);
  try {
    await before;
    await work();
  } finally {
    waiting -= 1;
    if (lines.get(line) === promise) lines.delete(line);
    resolve();
  }
}

function pause(line: string): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      sleepers.delete(line);
      resolve();
    };
    const timer = setTimeout(end, pollMs);
    sleepers.set(line, end);
  });
}

function wake(line: string): void {
  sleepers.get(line)?.();
}
