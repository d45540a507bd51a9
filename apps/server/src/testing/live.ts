import { LiveMessage } from '@vestibule/contract/live.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { building, type Building, visitTo } from './building.ts';
import type { Caller } from './caller.ts';
import { sharedServer } from './server.ts';
import { connectSocket, type SocketClient } from './socket.ts';

/** A live channel as a browser has it open. */
export interface LiveClient extends Omit<SocketClient<LiveMessage>, 'wait'> {
  /** Waits until a message is as asked for, and answers it. */
  until: (isMeant: (message: LiveMessage) => boolean) => Promise<LiveMessage>;
  /** Waits until there are as many messages, and answers all that there are. */
  received: (count: number) => Promise<LiveMessage[]>;
  /** Waits until the connection is open. */
  opened: () => Promise<true>;
}

interface Asked {
  companyId?: number;
  tenantId?: number;
  after?: number;
}

/** Why the server closes a socket. */
export const closes = { sessionOver: 4401, tooSlow: 4408, tooMany: 4429 };

/** The address of a channel, with a ticket in it. The server must be listening. */
export async function liveAddress(caller: Caller, asked: Asked = {}): Promise<string> {
  const { data } = await caller.call(openLiveChannel, { query: asked });
  return data.url;
}

/** Opens the channel of the caller, or the one asked for. */
export async function openLive(caller: Caller, asked: Asked = {}): Promise<LiveClient> {
  const client = connectLive(await liveAddress(caller, asked));
  await client.opened();
  return client;
}

/** Connects to an address, whether or not the server lets that be. */
export function connectLive(address: string, headers: Record<string, string> = {}): LiveClient {
  const { wait, ...client } = connectSocket(address, headers, (message) => LiveMessage.parse(message));
  const { socket, messages } = client;
  return {
    ...client,
    until: (isMeant) => wait(() => messages.find(isMeant)),
    received: (count) => wait(() => (messages.length >= count ? messages : undefined)),
    opened: () => wait(() => (socket.readyState === socket.OPEN ? true : undefined)),
  };
}

/** A building whose server listens. */
export async function listeningBuilding(): Promise<Building> {
  await (await sharedServer()).listen();
  return building();
}

/** Checks a visitor in at the desk, and answers the visitor. */
export const register = ({ as, tenant }: Building, to = tenant) =>
  as('reception')
    .call(registerVisit, visitTo(to))
    .then(({ data }) => data.visitor);

/** The numbers of messages. */
export const numbersOf = (messages: LiveMessage[]) => messages.map(({ id }) => id);

/** The visitors that a message is about. */
export function visitorsIn({ event, payload }: LiveMessage): number[] {
  if (event === 'visitors_update') return payload.map(({ id }) => id);
  return event === 'visitors_removed' ? payload.ids : [];
}

/** The numbers of as many messages, of which none is missing. */
export const countUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
