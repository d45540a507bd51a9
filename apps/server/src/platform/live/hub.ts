import type { FastifyBaseLogger } from 'fastify';
import type { Db, Reach } from '../db/database.ts';
import type { Bus } from './bus.ts';
import { framesOf, type Payloads, resyncFrame, type StoredEvent, together } from './frames.ts';
import { type Channel, channelNamed } from './publish.ts';

export interface Listener {
  send: (frame: string) => void;
}

export interface Hub {
  /** Sends the messages after `after` first, or `resync` if they are gone. Returns a function that removes the listener. */
  join(channel: Channel, listener: Listener, after: number | undefined): Promise<() => void>;
}

interface OpenChannel {
  /** For the rows of its company. */
  ofCompany: Db | undefined;
  listeners: Set<Listener>;
  last: number;
  joining: number;
  isBehind: boolean;
  /** After an interruption, because a failover can lose events whose numbers were sent. */
  mustCompare: boolean;
  /** Serializes joins and deliveries of a channel. */
  queue: Promise<void>;
}

/** A longer replay is slower than loading again. */
const longestReplay = 500;
const retryMs = 1_000;

interface HubOptions {
  reach: Reach;
  companyOf: (channel: Channel) => Promise<number>;
  bus: Bus;
  log: FastifyBaseLogger;
  payloads: Payloads;
}

/** Reads events once for all listeners of a channel, and retries failures. */
export function createHub({ reach, companyOf, bus, log, payloads }: HubOptions): Hub {
  const { acrossCompanies } = reach;
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
    const events = await eventsAfter(acrossCompanies, name, channel.last);
    for (const group of together(events)) {
      for (const { number, frame } of await read(name, channel, group)) {
        for (const listener of channel.listeners) listener.send(frame);
        channel.last = number;
      }
    }
  }

  /** Lets listeners reload if the numbers went back. */
  async function compare(name: Channel, channel: OpenChannel) {
    channel.mustCompare = false;
    try {
      const last = await lastNumber(acrossCompanies, name);
      if (last >= channel.last) return;
      channel.last = last;
      for (const listener of channel.listeners) listener.send(resyncFrame(last));
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

  async function read(name: Channel, channel: OpenChannel, group: readonly StoredEvent[]) {
    channel.ofCompany ??= reach.within([await companyOf(name)]);
    return framesOf(channel.ofCompany, payloads, name, group);
  }

  async function replay(name: Channel, channel: OpenChannel, listener: Listener, after: number) {
    const { last } = channel;
    if (after === last) return;
    const missed =
      after < last && last - after <= longestReplay ? await eventsAfter(acrossCompanies, name, after, last) : [];
    const isWhole = missed.length > 0 && missed.length === last - after;
    if (!isWhole) return listener.send(resyncFrame(last));
    for (const group of together(missed)) {
      for (const { frame } of await read(name, channel, group)) listener.send(frame);
    }
  }

  return {
    async join(name, listener, after) {
      const channel = open.get(name) ?? opened();
      open.set(name, channel);
      const leave = () => {
        channel.listeners.delete(listener);
        // A channel that gets a listener must stay, or it would never deliver.
        if (channel.listeners.size + channel.joining === 0 && open.get(name) === channel) open.delete(name);
      };
      channel.joining += 1;
      try {
        await inTurn(channel, async () => {
          if (channel.listeners.size === 0) channel.last = await lastNumber(acrossCompanies, name);
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

function opened(): OpenChannel {
  return {
    ofCompany: undefined,
    listeners: new Set(),
    last: -1,
    joining: 0,
    isBehind: false,
    mustCompare: false,
    queue: Promise.resolve(),
  };
}

function eventsAfter(db: Db, channel: Channel, after: number, upTo?: number): Promise<StoredEvent[]> {
  const query = db
    .selectFrom('live_event')
    .select(['number', 'event', 'ids'])
    .where('channel', '=', channel)
    .where('number', '>', after)
    .orderBy('number');
  return (upTo === undefined ? query : query.where('number', '<=', upTo)).execute();
}

async function lastNumber(db: Db, channel: Channel): Promise<number> {
  const row = await db
    .selectFrom('live_channel')
    .select('last_number')
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row?.last_number ?? 0;
}
