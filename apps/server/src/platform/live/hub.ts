import type { FastifyBaseLogger } from 'fastify';
import { type Db, onlyRow, type Reach } from '../db/database.ts';
import { int, text, typedSql } from '../db/typed-sql.ts';
import type { Bus } from './bus.ts';
import { framesOf, type Payloads, resyncFrame, type StoredEvent, together } from './frames.ts';
import { type Channel, channelNamed } from './publish.ts';

export interface Listener {
  send: (frame: string) => void;
}

export interface Hub {
  /**
   * Sends the messages after `after` first, or `resync` if they are gone. The channel belongs to the company.
   * @returns a function that removes the listener
   */
  join(companyId: number, channel: Channel, listener: Listener, after: number | undefined): Promise<() => void>;
}

interface OpenChannel {
  companyId: number;
  /** Sees rows of its company only. */
  db: Db;
  listeners: Set<Listener>;
  last: number;
  /** The timeline of the write-ahead log at the event `last`. */
  timeline: string;
  joining: number;
  isBehind: boolean;
  /**
   * Compare `last` and `timeline` with the database before the next delivery. Set after an interruption, because a failover can lose events
   * that were sent, and changes that callers saw.
   */
  mustCompare: boolean;
  /** Serializes joins and deliveries of a channel. */
  queue: Promise<void>;
}

/** A longer replay is slower than loading again. */
const longestReplay = 500;
const retryMs = 1_000;

interface HubOptions {
  reach: Pick<Reach, 'within'>;
  bus: Bus;
  log: FastifyBaseLogger;
  payloads: Payloads;
}

/** Reads events once for all listeners of a channel, and retries failures. */
export function createHub({ reach, bus, log, payloads }: HubOptions): Hub {
  const open = new Map<Channel, OpenChannel>();

  bus.on('live', (names) => {
    for (const name of names.split(',')) deliverSoon(channelNamed(name));
  });
  bus.onResumed(() => {
    for (const [name, channel] of open) {
      channel.mustCompare = true;
      deliverSoon(name);
    }
  });

  function deliverSoon(name: Channel) {
    const channel = open.get(name);
    if (channel) void inTurn(channel, () => deliver(name, channel)).catch(() => tryAgain(name, channel));
  }

  /** Retries, because the next notification may come much later. */
  function tryAgain(name: Channel, channel: OpenChannel) {
    if (channel.isBehind) return;
    channel.isBehind = true;
    setTimeout(() => {
      channel.isBehind = false;
      deliverSoon(name);
    }, retryMs).unref();
  }

  async function deliver(name: Channel, channel: OpenChannel) {
    if (channel.mustCompare) await compare(name, channel);
    const events = await eventsAfter(name, channel, channel.last);
    const [next] = events;
    if (next && next.number !== channel.last + 1) return reload(channel, events.at(-1)?.number ?? next.number);
    for (const group of together(events)) {
      for (const { number, frame } of await framesOf(channel.db, payloads, name, group)) {
        for (const listener of channel.listeners) listener.send(frame);
        channel.last = number;
      }
    }
  }

  function reload(channel: OpenChannel, last: number) {
    channel.last = last;
    for (const listener of channel.listeners) listener.send(resyncFrame(last));
  }

  /** Lets listeners reload after a failover. */
  async function compare(name: Channel, channel: OpenChannel) {
    channel.mustCompare = false;
    try {
      const { last, timeline } = await findEnd(name, channel);
      if (last >= channel.last && timeline === channel.timeline) return;
      channel.timeline = timeline;
      reload(channel, last);
    } catch (error) {
      channel.mustCompare = true;
      throw error;
    }
  }

  function inTurn(channel: OpenChannel, work: () => Promise<void>): Promise<void> {
    const turn = channel.queue.then(work);
    channel.queue = turn.catch((error: unknown) => log.warn({ error }, 'a live channel could not be served'));
    return turn;
  }

  async function replay(name: Channel, channel: OpenChannel, listener: Listener, after: number) {
    const { last } = channel;
    if (after === last) return;
    const missed = after < last && last - after <= longestReplay ? await eventsAfter(name, channel, after, last) : [];
    const isWhole = missed.length > 0 && missed.length === last - after;
    if (!isWhole) return listener.send(resyncFrame(last));
    for (const group of together(missed)) {
      for (const { frame } of await framesOf(channel.db, payloads, name, group)) listener.send(frame);
    }
  }

  return {
    async join(companyId, name, listener, after) {
      const channel = open.get(name) ?? opened(companyId, reach.within([companyId]));
      open.set(name, channel);
      const leave = () => {
        channel.listeners.delete(listener);
        // A channel that gets a listener must stay, or it would never deliver.
        if (channel.listeners.size + channel.joining === 0 && open.get(name) === channel) open.delete(name);
      };
      channel.joining += 1;
      try {
        await inTurn(channel, async () => {
          if (channel.listeners.size === 0) Object.assign(channel, await findEnd(name, channel));
          if (after !== undefined) await replay(name, channel, listener, after);
          channel.listeners.add(listener);
        });
      } catch (error) {
        channel.joining -= 1;
        leave();
        throw error;
      }
      channel.joining -= 1;
      return leave;
    },
  };
}

function opened(companyId: number, db: Db): OpenChannel {
  return {
    companyId,
    db,
    listeners: new Set(),
    last: -1,
    timeline: '',
    joining: 0,
    isBehind: false,
    mustCompare: false,
    queue: Promise.resolve(),
  };
}

function eventsAfter(
  name: Channel,
  { db, companyId }: OpenChannel,
  after: number,
  upTo?: number,
): Promise<StoredEvent[]> {
  const query = db
    .selectFrom('live_event')
    .select(['number', 'event', 'ids'])
    .where('company_id', '=', companyId)
    .where('channel', '=', name)
    .where('number', '>', after)
    .orderBy('number');
  return (upTo === undefined ? query : query.where('number', '<=', upTo)).execute();
}

async function findEnd(name: Channel, { db, companyId }: OpenChannel): Promise<{ last: number; timeline: string }> {
  const { rows } = await typedSql({ last: int, timeline: text })`
    select wal_timeline() as timeline, coalesce((
      select last_number from live_channel where company_id = ${companyId} and channel = ${name}
    ), 0) as last`.execute(db);
  return onlyRow(rows);
}
