import { type Actor, isFromOutside, type Role } from '@vestibule/contract/platform/access.ts';
import {
  changePassword as changePasswordEndpoint,
  getSession,
  login,
  logout,
  type Session,
} from '@vestibule/contract/accounts/session.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@vestibule/contract/accounts/own-sessions.ts';
import type { FastifyInstance } from 'fastify';
import { audit } from '../../platform/audit/audit.ts';
import { readCompany, requireCompany } from '../company/company.ts';
import type { Db } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { route } from '../../platform/http/route.ts';
import type { Channel } from '../../platform/live/publish.ts';
import { issueTicket } from '../../platform/live/socket.ts';
import { readPartner } from '../partner/partner.ts';
import { readTenant } from '../../building/tenant/tenant.ts';
import { forgetBrowsers } from './known-browser.ts';
import { endSession, readOwnSessions } from './own-sessions.ts';
import { sessionOf } from './second-step.ts';
import type { Sessions } from './session.ts';
import { changePassword, signIn } from './sign-in.ts';

/** How often a user's windows may open the live channel again: far more than a lost network makes them. */
const tickets: Limit = { uses: 300, seconds: 60 };

interface SessionRoutesOptions {
  sessions: Sessions;
  hideAccounts: boolean;
  /** The roles that may not sign in without a second factor. */
  requiredRoles: ReadonlySet<Role>;
}

export function sessionRoutes(
  app: FastifyInstance,
  { sessions, hideAccounts, requiredRoles }: SessionRoutesOptions,
): void {
  route(app, login, async ({ db, session: replaced, body, cookie, step, network, knownBrowser, device }) => {
    const context = { sessions, network, knownBrowser, device, hideAccounts, requiredRoles };
    const id = sessionOf(await signIn(db, body, context), step);
    const session = found(await sessions.find(id, true));
    if (replaced) await sessions.end(db, replaced);
    cookie.write(id);
    knownBrowser.write();
    return describeSession(db, session);
  });

  route(app, logout, async ({ db, session, cookie }) => {
    if (session) await endSession(db, session, (db) => sessions.end(db, session));
    cookie.clear();
    return null;
  });

  route(app, getSession, ({ db, session }) => describeSession(db, session));

  route(app, changePasswordEndpoint, async ({ db, session, body, network, knownBrowser }) => {
    await changePassword(db, session, body, { sessions, network, knownBrowser });
    return null;
  });

  route(app, listOwnSessions, ({ db, session }) => readOwnSessions(db, session));
  route(app, endOtherSessions, async ({ db, session }) => {
    await endSession(db, session, async (db) => {
      await forgetBrowsers(db, session.actor.userId);
      return sessions.endOthers(db, session);
    });
    return null;
  });
  route(app, endOwnSession, async ({ db, session, params }) => {
    await endSession(db, session, async (db) => {
      const isEnded = await sessions.endOne(db, session, params.sessionId);
      if (!isEnded) throw new Refusal('notFound');
      return isEnded;
    });
    return null;
  });

  route(app, openLiveChannel, async ({ db, actor, session, query, origin }) => {
    await countUse(db, `live tickets of user ${actor.userId}`, tickets);
    const channel = await channelFor(db, actor, query);
    if (isFromOutside(actor)) await auditFollowing(db, actor, channel);
    const url = await issueTicket(db, { sessionHash: session.hash, channel, after: query.after }, origin);
    return { url };
  });
}

/** Who is signed in, with the organisation that the user belongs to. */
export async function describeSession(db: Db, { actor }: SignedIn): Promise<Session> {
  const user = found(
    await db
      .selectFrom('user_account')
      .select(['id', 'email', 'role', 'company_id', 'tenant_id', 'partner_id'])
      .where('id', '=', actor.userId)
      .executeTakeFirst(),
  );
  return {
    user: {
      id: user.id,
      email: user.email,
      role: user.role,
      companyId: user.company_id,
      tenantId: user.tenant_id,
      partnerId: user.partner_id,
    },
    company: user.company_id === null ? null : await readCompany(db, actor, user.company_id),
    partner: user.partner_id === null ? null : await readPartner(db, actor, user.partner_id),
    tenant: user.tenant_id === null ? null : await readTenant(db, actor, user.tenant_id),
  };
}

/** Somebody from outside who follows a company's visitors sees as much as one who lists them. */
async function auditFollowing(db: Db, actor: Actor, channel: Channel): Promise<void> {
  const [audience, scope] = channel.split(':');
  const isTenant = audience === 'tenant';
  const companyId = isTenant ? (await readTenant(db, actor, Number(scope))).companyId : Number(scope);
  const subject = isTenant ? 'tenant' : 'company';
  await audit(db, actor, { action: 'visitor.listed', companyId, subject, subjectId: Number(scope) });
}

/** The channel of the company or tenant asked for, or else of the actor's own. @throws {Refusal} `notFound`, `validation` */
async function channelFor(
  db: Db,
  actor: Actor,
  { companyId, tenantId }: { companyId?: number | undefined; tenantId?: number | undefined },
): Promise<Channel> {
  const wantedTenant = tenantId ?? (companyId === undefined ? actor.tenantId : null);
  if (wantedTenant !== null) {
    const tenant = await readTenant(db, actor, wantedTenant);
    if (companyId !== undefined && companyId !== tenant.companyId) throw new Refusal('notFound');
    return `tenant:${wantedTenant}`;
  }
  const wantedCompany = companyId ?? ownCompany(actor);
  if (wantedCompany === undefined) throw new Refusal('validation', { fields: { companyId: 'invalidValue' } });
  await requireCompany(db, actor, wantedCompany);
  // What a tenant's user may see of the company is the tenant's channel alone.
  if (actor.tenantId !== null) return `tenant:${actor.tenantId}`;
  return actor.role === 'reception' ? `reception:${wantedCompany}` : `managers:${wantedCompany}`;
}

function ownCompany({ companyIds }: Actor): number | undefined {
  return companyIds !== 'all' && companyIds.length === 1 ? companyIds[0] : undefined;
}

/** Whether a session may still see a channel that was opened for it. */
export async function maySeeChannel(db: Db, { actor }: SignedIn, channel: Channel): Promise<boolean> {
  const [audience, scope] = channel.split(':');
  try {
    const selector = audience === 'tenant' ? { tenantId: Number(scope) } : { companyId: Number(scope) };
    return (await channelFor(db, actor, selector)) === channel;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
