import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Connection } from '../db/database.ts';
import { PrimaryClient } from '../db/primary-client.ts';

const minPauseMs = 50;
const maxPauseMs = 2_000;
/** Networks may drop silent connections without notice. */
const askMs = 5_000;

interface PostgresListenerOptions {
  connection: Connection;
  channels: readonly string[];
  timeoutMs: number;
  log: FastifyBaseLogger;
  onNotification: (channel: string, payload: string) => void;
  /** Listening starts, and earlier messages may be missing. */
  onListening: () => void;
}

export interface PostgresListener {
  readonly giveUp: (() => void) | null;
  stop(): Promise<void>;
}

export async function startPostgresListener(options: PostgresListenerOptions): Promise<PostgresListener> {
  const { connection, channels, timeoutMs, log, onNotification, onListening } = options;
  let listening: { client: pg.Client; giveUp: () => void } | undefined;
  let stopped = false;
  let pause = minPauseMs;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const client = new PrimaryClient({
      ...connection,
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
      application_name: 'vestibule bus',
    });
    let isLost = false;
    let stopWatching = () => {};
    const giveUp = () => {
      if (isLost) return;
      isLost = true;
      stopWatching();
      listening = undefined;
      client.removeAllListeners('notification');
      void client.end().catch((error: unknown) => log.debug({ error }, 'the lost listening connection did not close'));
      if (stopped) return;
      pause = Math.min(pause * 2, maxPauseMs);
      retry = setTimeout(() => void connect(), pause);
    };
    client.on('error', giveUp);
    client.on('end', giveUp);
    client.on('notification', ({ channel, payload }) => onNotification(channel, payload ?? ''));
    try {
      await client.connect();
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      log.warn({ error }, 'cannot listen for notifications, retrying');
      giveUp();
      return;
    }
    stopWatching = watch(client, timeoutMs, giveUp);
    listening = { client, giveUp };
    pause = minPauseMs;
    onListening();
  }

  await connect();
  return {
    get giveUp() {
      return listening?.giveUp ?? null;
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await listening?.client.end();
    },
  };
}

function watch(client: pg.Client, timeoutMs: number, giveUp: () => void): () => void {
  let late: NodeJS.Timeout | undefined;
  const asking = setInterval(() => {
    if (late) return;
    late = setTimeout(giveUp, timeoutMs);
    client.query('select').then(
      () => {
        clearTimeout(late);
        late = undefined;
      },
      () => undefined,
    );
  }, askMs);
  return () => {
    clearInterval(asking);
    clearTimeout(late);
  };
}
