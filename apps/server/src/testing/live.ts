import { once } from 'node:events';
import { LiveMessage } from '@vestibule/contract/live.ts';
import { openLiveChannel } from '@vestibule/contract/session.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Caller } from './caller.ts';

const patience = 8_000;

/** A live channel as a browser has it open. It is closed when the test ends. */
export interface LiveClient {
  socket: WebSocket;
  /** All messages so far, in the order in which they came. */
  messages: LiveMessage[];
  /** Waits until a message is as asked for, and answers it. */
  until: (isMeant: (message: LiveMessage) => boolean) => Promise<LiveMessage>;
  /** Waits until there are as many messages, and answers all that there are. */
  received: (count: number) => Promise<LiveMessage[]>;
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
  await once(client.socket, 'open');
  return client;
}

/** Connects to an address, whether or not the server lets that be. */
export function connect(address: string, headers: Record<string, string> = {}): LiveClient {
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  const messages: LiveMessage[] = [];
  let closedWith: number | undefined;
  socket.on('message', (data: Buffer) => messages.push(LiveMessage.parse(JSON.parse(data.toString()))));
  socket.on('close', (code) => (closedWith = code));
  // A refused connection ends with 'close' as well, which is what is waited for.
  socket.on('error', () => undefined);

  async function wait<Found>(find: () => Found | undefined): Promise<Found> {
    const deadline = AbortSignal.timeout(patience);
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (deadline.aborted) throw new Error(`what was waited for did not come; there were ${JSON.stringify(messages)}`);
      await Promise.race([
        once(socket, 'message', { signal: deadline }),
        once(socket, 'close', { signal: deadline }),
      ]).catch(() => undefined);
    }
  }

  return {
    socket,
    messages,
    until: (isMeant) => wait(() => messages.find(isMeant)),
    received: (count) => wait(() => (messages.length >= count ? messages : undefined)),
    closed: () => wait(() => closedWith),
  };
}
