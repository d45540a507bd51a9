import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { afterCommit, type Connection, type Db } from '../db/database.ts';

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

const longestPause = 2_000;
/** How long an answer of the database, or a word of one's own, may take, in milliseconds. */
const patience = 5_000;

/** Tells all processes, this one included, when the transaction commits; at once outside of one. */
export async function tell(db: Db, topic: Topic, payload: string): Promise<void> {
  await sql`select pg_notify(${`vestibule_${topic}`}, ${payload})`.execute(db);
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

/** Listens on a connection of its own, and connects again when that breaks. */
export async function startBus(connection: Connection, log: FastifyBaseLogger): Promise<Bus> {
  const hearers: Record<Topic, ((payload: string) => void)[]> = {
    live: [],
    session: [],
    echo: [],
    message: [],
    directory: [],
    device: [],
  };
  const resumers: (() => void)[] = [];
  let client: pg.Client | undefined;
  let stopped = false;
  let pause = 50;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: patience,
      application_name: 'vestibule bus',
    });
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      client = undefined;
      fresh.removeAllListeners('notification');
      void fresh.end().catch((error: unknown) => log.debug({ error }, 'the lost listening connection did not close'));
      if (stopped) return;
      pause = Math.min(pause * 2, longestPause);
      retry = setTimeout(() => void connect(), pause);
    };
    fresh.on('error', lost);
    fresh.on('end', lost);
    fresh.on('notification', ({ channel, payload }) => {
      for (const topic of topics) {
        if (channel === `vestibule_${topic}`) for (const hear of hearers[topic]) hear(payload ?? '');
      }
    });
    try {
      await fresh.connect();
      await fresh.query(topics.map((topic) => `listen vestibule_${topic}`).join('; '));
    } catch (error) {
      log.warn({ error }, 'cannot listen for other processes, trying again');
      lost();
      return;
    }
    client = fresh;
    pause = 50;
    for (const resume of resumers) resume();
  }

  await connect();
  return {
    get isListening() {
      return client !== undefined;
    },
    on: (topic, hear) => void hearers[topic].push(hear),
    onResumed: (resume) => void resumers.push(resume),
    async caughtUp(db) {
      const listening = client;
      if (listening === undefined) return;
      const mark = randomUUID();
      const { promise, resolve } = Promise.withResolvers<void>();
      const hear = (payload: string) => payload === mark && resolve();
      hearers.echo.push(hear);
      resumers.push(resolve);
      let late: NodeJS.Timeout | undefined;
      try {
        await tell(db, 'echo', mark);
        // Not listening any more counts as caught up: nothing is cached until word arrives again.
        late = setTimeout(() => {
          listening.emit('error', new Error('the listening connection hears nothing'));
          resolve();
        }, patience);
        await promise;
      } finally {
        clearTimeout(late);
        hearers.echo.splice(hearers.echo.indexOf(hear), 1);
        resumers.splice(resumers.indexOf(resolve), 1);
      }
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
