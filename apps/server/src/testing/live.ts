import { LiveMessage } from '@vestibule/contract/live.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { building, type Building, visitTo } from './building.ts';
import type { Caller } from './caller.ts';
import { sharedServer } from './server.ts';
import { connectSocket, type SocketClient } from './socket.ts';

export interface LiveClient extends Omit<SocketClient<LiveMessage>, 'wait'> {
  until: (isMeant: (message: LiveMessage) => boolean) => Promise<LiveMessage>;
  received: (count: number) => Promise<LiveMessage[]>;
  opened: () => Promise<true>;
}

interface Asked {
  companyId?: number;
  tenantId?: number;
  after?: number;
}

export const closes = { sessionOver: 4401, tooSlow: 4408, tooMany: 4429 };

export async function liveAddress(caller: Caller, asked: Asked = {}): Promise<string> {
  const { data } = await caller.call(openLiveChannel, { query: asked });
  return data.url;
}

export async function openLive(caller: Caller, asked: Asked = {}): Promise<LiveClient> {
  const client = connectLive(await liveAddress(caller, asked));
  await client.opened();
  return client;
}

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

export async function listeningBuilding(): Promise<Building> {
  await (await sharedServer()).listen();
  return building();
}

export const register = ({ as, tenant }: Building, to = tenant) =>
  as('reception')
    .call(registerVisit, visitTo(to))
    .then(({ data }) => data.visitor);

export const numbersOf = (messages: LiveMessage[]) => messages.map(({ id }) => id);

export function visitorsIn({ event, payload }: LiveMessage): number[] {
  if (event === 'visitors_update') return payload.map(({ id }) => id);
  return event === 'visitors_removed' ? payload.ids : [];
}

export const countUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
