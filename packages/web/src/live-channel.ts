import { LiveMessage } from '@vestibule/contract/live.ts';
import ReconnectingWebSocket from 'partysocket/ws';

export type LiveState = 'connecting' | 'online' | 'offline';

/** A busy server may be late once. */
const failuresOfAbsence = 2;

export interface LiveChannelOptions {
  address: (after: number | undefined) => Promise<string>;
  onMessage: (message: LiveMessage) => void;
  /** Events may be missing: load all data again. Also called at the first opening. */
  onReload: () => void;
  onState: (state: LiveState) => void;
  /** Asks the server whether its database answers. Rejects without a sign of life. */
  probe: () => Promise<{ ok: boolean }>;
  probeEvery?: number;
  /** Pauses between attempts in milliseconds: each 1.7 times the former, up to `longest`. */
  pauses?: { first: number; longest: number };
}

/**
 * Reconnects with growing pauses until `close`, or at once when the browser is online. Delivers each message once and in order, or requests
 * a reload.
 */
export function openLiveChannel(options: LiveChannelOptions): { close: () => void } {
  const { address, onMessage, onReload, onState, probe, probeEvery = 10_000 } = options;
  // Spreads the desks of a building after a restart of the server.
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
    // A late close event is ignored.
    if (next === state || signal.aborted) return;
    state = next;
    onState(next);
  };

  // What failed to load without the database kept its old rows.
  const comeBack = () => {
    if (state === 'offline') onReload();
    enter('online');
  };

  const receive = (data: unknown) => {
    comeBack();
    const { id, message } = read(data);
    const isResync = message?.event === 'resync';
    if (!isResync && last !== undefined && id <= last) return;
    const isGap = last !== undefined && id > last + 1;
    last = id;
    if (isResync || isGap) onReload();
    if (message && !isResync) onMessage(message);
  };

  let openings = 0;
  const open = () => {
    openings += 1;
    enter('online');
    // With an id, the server sends the missed events or requests a reload.
    if (last === undefined) onReload();
  };

  socket.addEventListener('open', open, { signal });
  socket.addEventListener('message', ({ data }) => receive(data), { signal });
  socket.addEventListener('close', () => enter('offline'), { signal });
  socket.addEventListener('error', () => enter('offline'), { signal });

  const isOpen = () => socket.readyState === socket.OPEN;
  // A socket that only listens does not notice a lost network, and a browser not always. Without its database the server sends nothing.
  let isLooking = false;
  let failures = 0;
  const look = async () => {
    if (isLooking || !isOpen()) return;
    isLooking = true;
    const opening = openings;
    const isSame = () => isOpen() && opening === openings;
    try {
      const { ok } = await probe();
      if (!isSame()) return;
      failures = ok ? 0 : failures + 1;
      if (ok) comeBack();
      else if (failures >= failuresOfAbsence) enter('offline');
      else setTimeout(() => void look(), probeEvery / 5);
    } catch {
      if (isSame()) socket.reconnect();
    } finally {
      isLooking = false;
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

function read(data: unknown): { id: number; message: LiveMessage | undefined } {
  const content: unknown = JSON.parse(String(data));
  if (typeof content !== 'object' || content === null || !('id' in content) || typeof content.id !== 'number') {
    throw new Error('The live channel sent a message without an id.');
  }
  return { id: content.id, message: LiveMessage.safeParse(content).data };
}
