import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { SignedIn } from '../http/call.ts';
import { basePath } from '../http/route.ts';
import { isOwnOrigin } from '../http/same-origin.ts';
import { hashOf, newSecret } from '../http/secret.ts';
import type { Bus } from './bus.ts';
import type { Hub } from './hub.ts';
import { Channel } from './publish.ts';
import { bool, bytes, int, typedSql } from '../db/typed-sql.ts';

const ticketSeconds = 60;
/** Limit in each process, see docs/decisions/0013. */
const socketsPerUser = 5;
const queuedBytesAllowed = 1024 * 1024;
const pingMs = 20_000;
const recheckMs = 60_000;

/** Own close codes: session ended or scope changed; too many sockets; too slow. */
const closed = { sessionOver: 4401, tooMany: 4429, tooSlow: 4408 } as const;

const path = `${basePath}/live`;
const Ticket = z.object({ ticket: z.string() });

interface TicketRequest {
  sessionHash: Buffer;
  companyId: number;
  channel: Channel;
  after: number | undefined;
}

/** The address opens `channel` once, within a minute, for its session. Delivery starts after the message `after`, else now. */
export async function issueTicket(
  db: Db,
  { sessionHash, companyId, channel, after }: TicketRequest,
  origin: string,
): Promise<string> {
  const ticket = newSecret();
  await db
    .insertInto('live_ticket')
    .values({
      id_hash: hashOf(ticket),
      session_hash: sessionHash,
      company_id: companyId,
      channel,
      after:
        after ??
        sql`coalesce((select last_number from live_channel where company_id = ${companyId} and channel = ${channel}), 0)`,
      expires_at: sql`now() + make_interval(secs => ${ticketSeconds})`,
    })
    .execute();
  return `${origin.replace(/^http/, 'ws')}${path}?ticket=${ticket}`;
}

interface LiveSocketOptions {
  db: Db;
  hub: Hub;
  bus: Bus;
  publicUrl: URL | null;
  findSessionByHash: (hash: Buffer) => Promise<SignedIn | undefined>;
  maySee: (session: SignedIn, channel: Channel) => Promise<boolean>;
}

export function serveLiveSockets(app: FastifyInstance, options: LiveSocketOptions): { count: () => number } {
  const { db, hub, bus, publicUrl } = options;
  const open = new Set<OpenSocket>();

  const refuseForeignOrigin = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void) =>
    done(isOwnOrigin(request, publicUrl) ? undefined : new Refusal('crossSiteRequest'));
  const served = { websocket: true, schema: { hide: true }, onRequest: refuseForeignOrigin } as const;

  app.get(path, served, async (socket, request) => {
    const { data } = Ticket.safeParse(request.query);
    const redeemed = data && (await redeem(db, data.ticket));
    const session = redeemed && (await options.findSessionByHash(redeemed.session_hash));
    if (!redeemed || !session || !(await options.maySee(session, redeemed.channel))) {
      socket.close(closed.sessionOver);
      return;
    }
    if (socket.readyState !== socket.OPEN) return;
    const others = [...open].filter(
      ({ userId, socket }) => userId === session.actor.userId && socket.readyState === socket.OPEN,
    );
    if (others.length >= socketsPerUser) others[0]?.socket.close(closed.tooMany);

    const entry: OpenSocket = {
      socket,
      userId: session.actor.userId,
      hash: session.hash,
      channel: redeemed.channel,
      isAlive: true,
    };
    open.add(entry);
    socket.on('pong', () => (entry.isAlive = true));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => open.delete(entry));
    const listener = { send: (frame: string) => sendTo(socket, frame) };
    const leave = await hub.join(redeemed.company_id, redeemed.channel, listener, redeemed.after ?? undefined);
    if (socket.readyState === socket.OPEN) socket.on('close', leave);
    else leave();
  });

  async function recheck(entries: Iterable<OpenSocket>) {
    for (const { socket, hash, channel } of entries) {
      const session = await options.findSessionByHash(hash);
      if (!session || !(await options.maySee(session, channel))) socket.close(closed.sessionOver);
    }
  }
  const recheckSoon = (entries: OpenSocket[]) =>
    void recheck(entries).catch((error: unknown) => app.log.warn({ error }, 'live sockets could not be checked again'));

  bus.on('session', (userIds) => {
    const changed = new Set(userIds.split(',').map(Number));
    recheckSoon([...open].filter(({ userId }) => changed.has(userId)));
  });

  const pinging = setInterval(() => {
    for (const entry of open) {
      if (!entry.isAlive) entry.socket.terminate();
      entry.isAlive = false;
      entry.socket.ping();
    }
  }, pingMs);
  const rechecking = setInterval(() => recheckSoon([...open]), recheckMs);

  app.addHook('preClose', (done) => {
    clearInterval(pinging);
    clearInterval(rechecking);
    done();
  });
  return { count: () => open.size };
}

interface OpenSocket {
  socket: WebSocket;
  userId: number;
  hash: Buffer;
  channel: Channel;
  isAlive: boolean;
}

function sendTo(socket: WebSocket, frame: string) {
  if (socket.bufferedAmount > queuedBytesAllowed) socket.close(closed.tooSlow);
  else if (socket.readyState === socket.OPEN) socket.send(frame);
}

const TicketRow = z.strictObject({
  session_hash: bytes,
  company_id: int,
  channel: Channel,
  after: int.nullable(),
  is_fresh: bool,
});

async function redeem(db: Db, ticket: string) {
  const { rows } = await typedSql(TicketRow)`
    delete from live_ticket where id_hash = ${hashOf(ticket)}
    returning session_hash, company_id, channel, after, expires_at > now() as is_fresh`.execute(db);
  return rows[0]?.is_fresh ? rows[0] : undefined;
}
