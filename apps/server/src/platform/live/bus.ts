import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { afterCommit, type Connection, type Db } from '../db/database.ts';
import { startPostgresListener } from './postgres-listener.ts';

const topics = ['live', 'session', 'echo', 'message', 'directory', 'device'] as const;

/** What processes tell each other. Payloads are ids and names of channels, never data: PostgreSQL takes at most 8,000 bytes. */
export type Topic = (typeof topics)[number];

/** Word between the processes on one database, over LISTEN and NOTIFY. */
export interface Bus {
  /** Whether word from other processes arrives. While it does not, nothing that relies on being told may be cached. */
  readonly isListening: boolean;
  on: (topic: Topic, hear: (payload: string) => void) => void;
  /** Calls back whenever word may have been missed and arrives again. */
  onResumed(resume: () => void): void;
  /** Resolves when this process has heard everything that was told before. */
  caughtUp: (db: Db) => Promise<void>;
  stop(): Promise<void>;
}

/** How long an answer of the database, or a word of one's own, may take, in milliseconds. */
const patience = 5_000;

/** Tells all processes, this one included, when the transaction commits; at once outside of one. */
export async function tell(db: Db, topic: Topic, payload: string): Promise<void> {
  await sql`select pg_notify(${channelOf(topic)}, ${payload})`.execute(db);
}

/** So many ids or names of channels stay below the 8,000 bytes of a payload. */
const namesInOneWord = 200;

/** Tells of many, each named by its id or channel, in as many words as that takes. Each begins with `kind`. */
export async function tellOfEach(db: Db, topic: Topic, names: readonly (string | number)[], kind = ''): Promise<void> {
  for (let start = 0; start < names.length; start += namesInOneWord) {
    await tell(db, topic, kind + names.slice(start, start + namesInOneWord).join(','));
  }
}

/** Word of several commits within this time is given once. */
const gatheringMilliseconds = 30;
const gathering = new WeakMap<Db, Set<Topic>>();

/**
 * Tells all processes soon after the transaction commits, for what is looked for besides: a process that dies in between tells nobody.
 * The commit of a transaction that tells waits for every other one that does, and check-ins would wait in a row.
 */
export function tellSoon(db: Db, topic: 'message'): void {
  afterCommit(db, (db) => {
    const topics = gathering.get(db) ?? new Set();
    gathering.set(db, topics);
    if (topics.has(topic)) return;
    topics.add(topic);
    const say = () => {
      topics.delete(topic);
      // Whoever listens looks of its own accord when the database is back.
      tell(db, topic, '').catch(() => undefined);
    };
    setTimeout(say, gatheringMilliseconds).unref();
  });
}

/** Begins to listen, on a connection of its own. */
export async function startBus(connection: Connection, log: FastifyBaseLogger): Promise<Bus> {
  const hearers = new Map(topics.map((topic) => [channelOf(topic), new Set<(payload: string) => void>()]));
  const resumers = new Set<() => void>();

  const listener = await startPostgresListener({
    connection,
    channels: [...hearers.keys()],
    patience,
    log,
    onNotification(channel, payload) {
      for (const hear of hearers.get(channel) ?? []) hear(payload);
    },
    onListening() {
      for (const resume of resumers) resume();
    },
  });

  async function caughtUp(db: Db): Promise<void> {
    const { giveUp } = listener;
    if (!giveUp) return;
    const mark = randomUUID();
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = (payload: string) => payload === mark && resolve();
    hearers.get(channelOf('echo'))?.add(hear);
    resumers.add(resolve);
    let late: NodeJS.Timeout | undefined;
    try {
      await tell(db, 'echo', mark);
      // Not listening any more counts as caught up: nothing is cached until word arrives again.
      late = setTimeout(() => {
        giveUp();
        resolve();
      }, patience);
      await promise;
    } finally {
      clearTimeout(late);
      hearers.get(channelOf('echo'))?.delete(hear);
      resumers.delete(resolve);
    }
  }

  return {
    get isListening() {
      return listener.giveUp !== null;
    },
    on: (topic, hear) => void hearers.get(channelOf(topic))?.add(hear),
    onResumed: (resume) => void resumers.add(resume),
    caughtUp,
    stop: () => listener.stop(),
  };
}

function channelOf(topic: Topic): string {
  return `vestibule_${topic}`;
}
