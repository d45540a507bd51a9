import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import { afterCommit, type Connection, type Db } from '../db/database.ts';
import { startPostgresListener } from './postgres-listener.ts';

const topics = ['live', 'session', 'echo', 'message', 'directory', 'device', 'escalation'] as const;

/** PostgreSQL limits a payload to 8,000 bytes. */
export type Topic = (typeof topics)[number];

export interface Bus {
  /** While false, data that depends on messages must not be cached. */
  readonly isListening: boolean;
  on: (topic: Topic, subscriber: (payload: string) => void) => void;
  onResumed(resume: () => void): void;
  caughtUp: (db: Db) => Promise<void>;
  stop(): Promise<void>;
}

/** Ms until an answer of the database, or an own message, is late. */
const timeoutMs = 5_000;

export async function notify(db: Db, topic: Topic, payload: string): Promise<void> {
  await sql`select pg_notify(${channelOf(topic)}, ${payload})`.execute(db);
}

const namesInOneWord = 200;

export async function notifyEach(db: Db, topic: Topic, names: readonly (string | number)[], kind = ''): Promise<void> {
  for (let start = 0; start < names.length; start += namesInOneWord) {
    await notify(db, topic, kind + names.slice(start, start + namesInOneWord).join(','));
  }
}

/** Merges messages of several commits. */
const gatheringMs = 30;
const gathering = new WeakMap<Db, Set<Topic>>();

/** Use it for data that processes also poll. A notification inside the transaction would serialize the commits of all check-ins. */
export function notifyDebounced(db: Db, topic: 'message'): void {
  afterCommit(db, (db) => {
    const topics = gathering.get(db) ?? new Set();
    gathering.set(db, topics);
    if (topics.has(topic)) return;
    topics.add(topic);
    const say = () => {
      topics.delete(topic);
      notify(db, topic, '').catch(() => undefined);
    };
    setTimeout(say, gatheringMs).unref();
  });
}

export async function startBus(connection: Connection, log: FastifyBaseLogger): Promise<Bus> {
  const subscribers = new Map(topics.map((topic) => [channelOf(topic), new Set<(payload: string) => void>()]));
  const resumers = new Set<() => void>();

  const listener = await startPostgresListener({
    connection,
    channels: [...subscribers.keys()],
    timeoutMs,
    log,
    onNotification(channel, payload) {
      for (const subscriber of subscribers.get(channel) ?? []) subscriber(payload);
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
    const subscriber = (payload: string) => payload === mark && resolve();
    subscribers.get(channelOf('echo'))?.add(subscriber);
    resumers.add(resolve);
    let late: NodeJS.Timeout | undefined;
    try {
      await notify(db, 'echo', mark);
      // A stopped listener counts as caught up, because nothing is cached until it listens again.
      late = setTimeout(() => {
        giveUp();
        resolve();
      }, timeoutMs);
      await promise;
    } finally {
      clearTimeout(late);
      subscribers.get(channelOf('echo'))?.delete(subscriber);
      resumers.delete(resolve);
    }
  }

  return {
    get isListening() {
      return listener.giveUp !== null;
    },
    on: (topic, subscriber) => void subscribers.get(channelOf(topic))?.add(subscriber),
    onResumed: (resume) => void resumers.add(resume),
    caughtUp,
    stop: () => listener.stop(),
  };
}

function channelOf(topic: Topic): string {
  return `vestibule_${topic}`;
}
