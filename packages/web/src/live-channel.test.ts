import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openLiveChannel } from './live-channel.ts';

test('loads data again that was loaded before the channel opened', async () => {
  const desk = await openDesk();
  await desk.connected(1);
  await expect.poll(() => desk.received).toEqual(['connecting', 'online', 'reload']);
});

test('delivers messages in order, and a repeated one only once', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  socket.send(update(7));
  socket.send(update(8));
  socket.send(update(8));
  socket.send(update(9));
  await expect.poll(() => desk.received).toEqual(['connecting', 'online', 'reload', 7, 8, 9]);
});

test('a gap in the ids requests a reload and continues from there', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  socket.send(update(7));
  socket.send(update(10));
  socket.send(update(11));
  await expect.poll(() => desk.received.slice(3)).toEqual([7, 'reload', 10, 11]);
});

test('an event that this version does not know leaves no gap', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  socket.send(update(7));
  socket.send(JSON.stringify({ id: 8, event: 'of_a_later_version', payload: {} }));
  socket.send(update(9));
  await expect.poll(() => desk.received.slice(3)).toEqual([7, 9]);
});

test('after an interruption, requests the events after the last id, without a reload', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  socket.send(update(41));
  await expect.poll(() => desk.received).toContain(41);
  socket.close();
  (await desk.connected(2)).send(update(42));
  await expect.poll(() => desk.received.slice(3)).toEqual([41, 'offline', 'online', 42]);
  expect(desk.requests).toEqual([undefined, 41]);
});

test('resync requests a reload and sets the next id, also to a smaller one', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  socket.send(update(500));
  socket.send(JSON.stringify({ id: 3, event: 'resync', payload: null }));
  socket.send(update(4));
  await expect.poll(() => desk.received.slice(3)).toEqual([500, 'reload', 4]);
});

test('the channel retries when its URL cannot be requested', async () => {
  const desk = await openDesk({ refusedAddresses: 3 });
  await desk.connected(1);
  await expect.poll(() => desk.received).toEqual(['connecting', 'offline', 'online', 'reload']);
  expect(desk.requests).toHaveLength(4);
});

test('goes offline with the browser at once, and returns with it', async () => {
  const desk = await openDesk();
  await desk.connected(1);
  await expect.poll(() => desk.received).toContain('online');
  globalThis.dispatchEvent(new Event('offline'));
  expect(desk.received.at(-1)).toBe('offline');
  globalThis.dispatchEvent(new Event('online'));
  await desk.connected(2);
  await expect.poll(() => desk.received.at(-2)).toBe('online');
});

test('the channel reconnects when the server is silent although the socket seems open', async () => {
  const desk = await openDesk();
  await desk.connected(1);
  await expect.poll(() => desk.received).toContain('online');
  desk.network.unansweredProbes = 1;
  await desk.connected(2);
  await expect.poll(() => desk.received.slice(3)).toEqual(['offline', 'online', 'reload']);
});

test('goes offline while the database is away, keeps the socket, and returns with the database', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  await expect.poll(() => desk.received).toContain('online');
  desk.network.hasDatabase = false;
  await expect.poll(() => desk.received.at(-1)).toBe('offline');
  desk.network.hasDatabase = true;
  await expect.poll(() => desk.received.at(-1)).toBe('online');
  socket.send(update(7));
  await expect.poll(() => desk.received.slice(3)).toEqual(['offline', 'reload', 'online', 7]);
  expect(desk.requests).toHaveLength(1);
});

test('a message shows that the database is back', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  await expect.poll(() => desk.received).toContain('reload');
  desk.network.hasDatabase = false;
  await expect.poll(() => desk.received.at(-1)).toBe('offline');
  socket.send(update(7));
  await expect.poll(() => desk.received.slice(3, 7)).toEqual(['offline', 'reload', 'online', 7]);
});

test('a closed channel stays closed and delivers nothing more', async () => {
  const desk = await openDesk();
  const socket = await desk.connected(1);
  await expect.poll(() => desk.received).toContain('reload');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  desk.channel.close();
  socket.send(update(1));
  await closed;
  globalThis.dispatchEvent(new Event('online'));
  expect(desk.received).toEqual(['connecting', 'online', 'reload']);
  expect(desk.requests).toHaveLength(1);
});

const open: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
});

async function openDesk({ refusedAddresses = 0 } = {}) {
  const browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('dispatchEvent', browser.dispatchEvent.bind(browser));
  const network = { unansweredProbes: 0, hasDatabase: true };

  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  const received: unknown[] = [];
  const requests: (number | undefined)[] = [];
  const channel = openLiveChannel({
    address: async (after) => {
      requests.push(after);
      if (requests.length <= refusedAddresses) throw new Error('no address now');
      return `ws://127.0.0.1:${port}/?ticket=${requests.length}`;
    },
    onMessage: ({ id }) => received.push(id),
    onReload: () => received.push('reload'),
    onState: (state) => received.push(state),
    probe: async () => {
      if (network.unansweredProbes-- > 0) throw new Error('no sign of life');
      return { ok: network.hasDatabase };
    },
    probeEvery: 10,
    pauses: { first: 5, longest: 20 },
  });

  open.push(() => channel.close());
  open.push(() => {
    for (const socket of sockets) socket.terminate();
    return new Promise((resolve) => server.close(resolve));
  });
  open.push(() => vi.unstubAllGlobals());

  const connected = async (count: number) => {
    await expect.poll(() => sockets.length).toBeGreaterThanOrEqual(count);
    const socket = sockets[count - 1];
    if (!socket) throw new Error(`There is no connection ${count}.`);
    return socket;
  };
  return { channel, network, received, requests, connected };
}

function update(id: number): string {
  return JSON.stringify({ id, event: 'visitors_update', payload: [] satisfies Visitor[] });
}
