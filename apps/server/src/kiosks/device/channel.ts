import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { Reach } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isOwnOrigin } from '../../platform/http/same-origin.ts';
import { type DeviceNews, readDeviceNews } from '../kiosk/notify-devices.ts';
import type { Bus } from '../../platform/live/bus.ts';
import { closes } from './attendance.ts';
import { startNews } from './news.ts';
import { startPresence } from './presence.ts';
import { channelPath } from './ticket.ts';

const longestMessage = 16 * 1024;
const maxWaiting = 50;

const Ticket = z.object({ ticket: z.string() });

interface DeviceChannelOptions {
  reach: Reach;
  bus: Bus;
  publicUrl: URL | null;
  changed: () => void;
}

export function serveDeviceChannels(
  app: FastifyInstance,
  { reach, bus, publicUrl, changed }: DeviceChannelOptions,
): void {
  const presence = startPresence({ reach, log: app.log, changed });
  const news = startNews(reach, presence);
  const sockets = new Map<WebSocket, Promise<void>>();

  const refuseForeignOrigin = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) =>
    done(isOwnOrigin(request, publicUrl) ? undefined : new Refusal('crossSiteRequest'));
  const served = { websocket: true, schema: { hide: true }, onRequest: refuseForeignOrigin } as const;

  app.get(channelPath, served, (socket, request) => {
    const channelId = randomUUID();
    let waiting = 0;
    let turn = Promise.resolve();
    const inTurn = (work: () => Promise<void>) => {
      waiting += 1;
      turn = turn
        .then(work)
        .catch((error: unknown) => {
          app.log.warn({ error }, 'a device could not be served');
          socket.terminate();
        })
        .finally(() => (waiting -= 1));
      return turn;
    };
    void inTurn(() => open(socket, request, channelId, Ticket.safeParse(request.query).data?.ticket));
    socket.on('error', () => socket.terminate());
    socket.on('message', (data: RawData) => {
      const text = textOf(data);
      if (text === undefined || waiting > maxWaiting) socket.terminate();
      else void inTurn(() => presence.receive(channelId, text));
    });
    const left = new Promise<void>((resolve) => {
      socket.on('close', () => resolve(inTurn(() => presence.leave(channelId))));
    });
    sockets.set(
      socket,
      left.finally(() => sockets.delete(socket)),
    );
  });

  async function open(
    socket: WebSocket,
    request: FastifyRequest,
    channelId: string,
    ticket: string | undefined,
  ): Promise<void> {
    if (ticket === undefined) return socket.close(closes.revoked);
    await presence.arrive({
      channelId,
      ticket,
      send: (message) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message)),
      close: (code) => socket.close(code),
      address: request.ip.replace(/^::ffff:/i, ''),
      reset: () => request.socket.resetAndDestroy(),
    });
  }

  const handle = (told: DeviceNews): Promise<void> => {
    if (told.kind === 'passes') return news.passesChanged(told.companyId);
    if (told.kind === 'answer') return news.visitAnswered(told);
    return presence.attend(told.concerned);
  };
  const soon = (work: Promise<void>) =>
    void work.catch((error: unknown) => app.log.warn({ error }, 'devices could not be updated'));
  bus.on('device', (word) => soon(handle(readDeviceNews(word))));
  bus.onResumed(() => soon(presence.attend()));

  app.addHook('preClose', async () => {
    for (const socket of sockets.keys()) socket.terminate();
    news.stop();
    await presence.stop();
  });
  app.addHook('onClose', async () => void (await Promise.all(sockets.values())));
}

function textOf(data: RawData): string | undefined {
  if (!Buffer.isBuffer(data) || data.length > longestMessage) return undefined;
  return data.toString();
}
