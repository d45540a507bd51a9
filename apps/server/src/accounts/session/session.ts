import type { OwnSession } from '@vestibule/contract/accounts/own-sessions.ts';
import { type Actor, isFromOutside, type Role, roles } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, transaction } from '../../platform/db/database.ts';
import { locally } from '../../platform/db/lease.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { hashOf, newSecret } from '../../platform/http/secret.ts';
import { type Bus, notifyEach } from '../../platform/live/bus.ts';

/** Cached unless a process announces a change. */
const cacheMs = 30_000;
const cacheSize = 10_000;
/** Interval of storing that a session is in use. */
const markMs = 60_000;

export interface Sessions {
  start: (db: Db, userId: number, begun: Begun) => Promise<string>;
  /** Marks it as used if `isUse`. Undefined if it is unknown, idle or too old, or lacks a required second factor. */
  find: (id: string, isUse: boolean) => Promise<SignedIn | undefined>;
  isRemembered: (id: string) => boolean;
  findByHash: (hash: Buffer) => Promise<SignedIn | undefined>;
  end: (db: Db, session: SignedIn) => Promise<boolean>;
  endOne: (db: Db, session: SignedIn, id: number) => Promise<boolean>;
  endOthers: (db: Db, session: SignedIn) => Promise<boolean>;
  settled: () => Promise<void>;
}

interface Begun {
  device: string | null;
  isVouchedFor: boolean;
}

export function createSessions(db: Db, bus: Bus, requiredRoles: ReadonlySet<Role>): Sessions {
  const cache = new Map<string, { session: SignedIn; until: number; markedAt: number }>();
  /** A look-up that began before a change must not be cached. */
  let forgotten = 0;

  function forget(isMeant: (session: SignedIn) => boolean) {
    forgotten += 1;
    for (const [key, { session }] of cache) if (isMeant(session)) cache.delete(key);
  }

  bus.on('session', (userIds) => {
    const changed = new Set(userIds.split(',').map(Number));
    forget(({ actor }) => changed.has(actor.userId));
  });
  bus.onResumed(() => forget(() => true));

  function remember(session: SignedIn) {
    const oldest = cache.size >= cacheSize ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
    const key = session.hash.toString('hex');
    const markedAt = cache.get(key)?.markedAt ?? 0;
    cache.set(key, { session, until: Date.now() + cacheMs, markedAt });
  }

  async function lookUp(hash: Buffer): Promise<SignedIn | undefined> {
    const cached = bus.isListening ? cache.get(hash.toString('hex')) : undefined;
    if (cached && cached.until > Date.now()) return cached.session;
    const before = forgotten;
    const session = await findSession(db, hash, requiredRoles);
    if (session && bus.isListening && before === forgotten) remember(session);
    return session;
  }

  async function markUse(hash: Buffer): Promise<void> {
    const cached = cache.get(hash.toString('hex'));
    const now = Date.now();
    if (cached && now < cached.markedAt + markMs) return;
    if (cached) cached.markedAt = now;
    await touch(db, hash);
  }

  async function end(db: Db, { actor }: SignedIn, which: ReturnType<typeof sql>): Promise<boolean> {
    const { rows } = await sql`
      delete from session where user_id = ${actor.userId} and ${which} returning id`.execute(db);
    await notifySessionsChanged(db, [actor.userId]);
    forget(({ actor: other }) => other.userId === actor.userId);
    return rows.length > 0;
  }

  return {
    async start(db, userId, { device, isVouchedFor }) {
      const id = newSecret();
      await db
        .insertInto('session')
        .values({ id_hash: hashOf(id), user_id: userId, device, is_vouched_for: isVouchedFor })
        .execute();
      return id;
    },
    settled: () => bus.caughtUp(db),
    async find(id, isUse) {
      const hash = hashOf(id);
      const session = await lookUp(hash);
      if (session && isUse) await markUse(hash);
      return session;
    },
    isRemembered: (id) => cache.has(hashOf(id).toString('hex')),
    findByHash: lookUp,
    end: (db, session) => end(db, session, sql`id_hash = ${session.hash}`),
    endOne: (db, session, id) => end(db, session, sql`id = ${id}`),
    endOthers: (db, session) => end(db, session, sql`id_hash <> ${session.hash}`),
  };
}

export async function notifySessionsChanged(db: Db, userIds: readonly number[]): Promise<void> {
  await notifyEach(db, 'session', userIds);
}

/** Sessions end after 7 days, or idle after 30 minutes for superAdmins and partners, else 12 hours. */
function isOpen(role: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    s.created_at > now() - interval '7 days'
    and s.last_used_at > now() - case when ${role} in ('superAdmin', 'partner') then interval '30 minutes' else interval '12 hours' end
  )`;
}

async function findSession(db: Db, hash: Buffer, requiredRoles: ReadonlySet<Role>): Promise<SignedIn | undefined> {
  const { rows } = await typedSql(SessionRow)`
    select u.id as user_id, u.role, u.company_id, u.partner_id, u.tenant_id,
      array(select cp.company_id from company_partner cp where cp.partner_id = u.partner_id) as attached
    from session s join user_account u on u.id = s.user_id
    where s.id_hash = ${hash} and ${isOpen(sql`u.role`)} and (
      u.role <> all(${[...requiredRoles]}::text[]) or s.is_vouched_for
      or exists (select from second_factor f where f.user_id = u.id and f.confirmed_at is not null)
    )`.execute(db);
  return rows[0] && { actor: actorOf(rows[0]), hash };
}

/** Does not wait for a standby, because calls that only read come here too. */
async function touch(db: Db, hash: Buffer): Promise<void> {
  await sql`
    update session set last_used_at = now()
    from ${locally}
    where id_hash = ${hash} and last_used_at < now() - interval '1 minute'`.execute(db);
}

const SessionRow = z.strictObject({
  user_id: int,
  role: z.enum(roles),
  company_id: int.nullable(),
  partner_id: int.nullable(),
  tenant_id: int.nullable(),
  attached: z.array(int),
});
type SessionRow = z.infer<typeof SessionRow>;

function actorOf(row: SessionRow): Actor {
  return {
    userId: row.user_id,
    role: row.role,
    companyIds:
      row.role === 'superAdmin'
        ? 'all'
        : row.role === 'partner'
          ? row.attached
          : [row.company_id].filter((id) => id !== null),
    partnerId: row.partner_id,
    tenantId: row.tenant_id,
  };
}

const OwnSessionRow = z.strictObject({
  id: int,
  device: text.nullable(),
  created_at: moment,
  last_used_at: moment,
  is_current: bool,
});

export async function readOwnSessions(db: Db, { actor, hash }: SignedIn): Promise<OwnSession[]> {
  const { rows } = await typedSql(OwnSessionRow)`
    select s.id, s.device, s.created_at, s.last_used_at, s.id_hash = ${hash} as is_current
    from session s
    where s.user_id = ${actor.userId} and ${isOpen(sql`${actor.role}`)}
    order by s.last_used_at desc, s.id desc`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    startedAt: row.created_at,
    lastUsedAt: row.last_used_at,
    isCurrent: row.is_current,
  }));
}

export function endSession(db: Db, { actor }: SignedIn, end: (db: Db) => Promise<boolean>): Promise<void> {
  const [company = null] = isFromOutside(actor) || actor.companyIds === 'all' ? [] : actor.companyIds;
  return transaction(db, async (db) => {
    const isEnded = await end(db);
    if (!isEnded) return;
    await audit(db, actor, {
      action: 'session.ended',
      companyId: company,
      subject: 'user',
      subjectId: actor.userId,
    });
  });
}
