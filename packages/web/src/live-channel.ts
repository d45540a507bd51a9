import { LiveMessage } from '@vestibule/contract/live.ts';
import ReconnectingWebSocket from 'partysocket/ws';

/** connecting: not open yet, first attempt; online: open; offline: lost, trying again. */
export type LiveState = 'connecting' | 'online' | 'offline';

export interface LiveChannelOptions {
  /** Asks for the address to open, with a fresh ticket. `after`: the last id seen, to get what followed it. */
  address: (after: number | undefined) => Promise<string>;
  onMessage: (message: LiveMessage) => void;
  /**
   * Something may have been missed: load everything afresh. Also called when the channel opens for the first time, so
   * that nothing falls between what was loaded before and the first message.
   */
  onReload: () => void;
  onState: (state: LiveState) => void;
  /** Asks the server for a sign of life; rejects when there is none. */
  probe: () => Promise<unknown>;
  /** How often to ask for one, in milliseconds. */
  probeEvery?: number;
  /** The pauses between attempts, in milliseconds; each is 1.7 times the one before, up to `longest`. */
  pauses?: { first: number; longest: number };
}

/**
 * Keeps a live channel open until `close`. It reconnects with growing pauses, at once when the browser is back online,
 * and hands on every message once and in order, or else asks to load afresh.
 */
export function openLiveChannel(options: LiveChannelOptions): { close: () => void } {
  const { address, onMessage, onReload, onState, probe, probeEvery = 30_000 } = options;
  // Not all at the same moment, when a server comes back and a building's desks return to it.
  const pauses = options.pauses ?? { first: 500 + Math.random() * 1000, longest: 30_000 };
  let last: number | undefined;
  let state: LiveState = 'connecting';

  const socket = new ReconnectingWebSocket(() => address(last), undefined, {
    minReconnectionDelay: pauses.first,
    maxReconnectionDelay: pauses.longest,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
  });

  const ended = new AbortController();
  const { signal } = ended;

  const enter = (next: LiveState) => {
    // A close that was under way when the channel was closed is told all the same.
    if (next === state || signal.aborted) return;
    state = next;
    onState(next);
  };

  const receive = (data: unknown) => {
    const { id, message } = read(data);
    const isResync = message?.event === 'resync';
    if (!isResync && last !== undefined && id <= last) return;
    const isGap = last !== undefined && id > last + 1;
    last = id;
    if (isResync || isGap) onReload();
    if (message && !isResync) onMessage(message);
  };

  const open = () => {
    enter('online');
    // With an id to go on from, the server itself says what was missed.
    if (last === undefined) onReload();
  };

  socket.addEventListener('open', open, { signal });
  socket.addEventListener('message', ({ data }) => receive(data), { signal });
  socket.addEventListener('close', () => enter('offline'), { signal });
  socket.addEventListener('error', () => enter('offline'), { signal });

  // A socket that only listens does not notice by itself that the network is gone, and a browser not always.
  const look = async () => {
    if (state !== 'online') return;
    try {
      await probe();
    } catch {
      if (state === 'online' && !signal.aborted) socket.reconnect();
    }
  };
  const looking = setInterval(() => void look(), probeEvery);
  const lose = () => {
    enter('offline');
    socket.close();
  };
  const retry = () => {
    if (state !== 'online') socket.reconnect();
  };
  globalThis.addEventListener('offline', lose, { signal });
  globalThis.addEventListener('online', retry, { signal });
  onState(state);

  return {
    close() {
      clearInterval(looking);
      ended.abort();
      socket.close();
    },
  };
}

/** A message of the channel with its id; the message is undefined where this version of the app does not know the event. */
function read(data: unknown): { id: number; message: LiveMessage | undefined } {
  const content: unknown = JSON.parse(String(data));
  if (typeof content !== 'object' || content === null || !('id' in content) || typeof content.id !== 'number') {
    throw new Error('The live channel sent a message without an id.');
  }
  return { id: content.id, message: LiveMessage.safeParse(content).data };
}
