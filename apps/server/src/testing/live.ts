import { EventEmitter } from 'node:events';
import { LiveMessage } from '@vestibule/contract/live.ts';
import { openLiveChannel } from '@vestibule/contract/session.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Caller } from './caller.ts';

/** A live channel as a browser has it open. It is closed when the test ends. */
export interface LiveClient {
  socket: WebSocket;
  /** All messages so far, in the order in which they came. */
  messages: LiveMessage[];
  /** Waits until a message is as asked for, and answers it. */
  until: (isMeant: (message: LiveMessage) => boolean) => Promise<LiveMessage>;
  /** Waits until there are as many messages, and answers all that there are. */
  received: (count: number) => Promise<LiveMessage[]>;
  /** Waits until the connection is open. */
  opened: () => Promise<true>;
  /** Waits for the end of the connection, and answers the code that it was closed with. */
  closed: () => Promise<number>;
}

interface Asked {
  companyId?: number;
  tenantId?: number;
  after?: number;
}

/** The address of a channel, with a ticket in it. The server must be listening. */
export async function liveAddress(caller: Caller, asked: Asked = {}): Promise<string> {
  const { data } = await caller.call(openLiveChannel, { query: asked });
  return data.url;
}

/** Opens the channel of the caller, or the one asked for. */
export async function openLive(caller: Caller, asked: Asked = {}): Promise<LiveClient> {
  const client = connect(await liveAddress(caller, asked));
  await client.opened();
  return client;
}

/** Connects to an address, whether or not the server lets that be. */
export function connect(address: string, headers: Record<string, string> = {}): LiveClient {
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  const messages: LiveMessage[] = [];
  let closedWith: number | undefined;
  const happened = new EventEmitter().setMaxListeners(0);
  socket.on('open', () => happened.emit('any'));
  socket.on('message', (data: Buffer) => {
    messages.push(LiveMessage.parse(JSON.parse(data.toString())));
    happened.emit('any');
  });
  socket.on('close', (code) => {
    closedWith = code;
    happened.emit('any');
  });
  // A refused connection ends with 'close' as well, which is what is waited for.
  socket.on('error', () => undefined);

  /** Looks after each thing that happens. */
  function wait<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const giveUp = () =>
        reject(new Error(`what was waited for did not come; there were ${JSON.stringify(messages)}`));
      const patience = setTimeout(giveUp, 8_000);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(patience);
        happened.off('any', look);
        resolve(found);
      };
      happened.on('any', look);
      look();
    });
  }

  return {
    socket,
    messages,
    until: (isMeant) => wait(() => messages.find(isMeant)),
    received: (count) => wait(() => (messages.length >= count ? messages : undefined)),
    opened: () => wait(() => (socket.readyState === socket.OPEN ? true : undefined)),
    closed: () => wait(() => closedWith),
  };
}
