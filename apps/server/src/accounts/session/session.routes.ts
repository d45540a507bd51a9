import type { Role } from '@vestibule/contract/platform/access.ts';
import * as session from '@vestibule/contract/accounts/session.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import * as ownSessions from '@vestibule/contract/accounts/own-sessions.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import { bool, typedSql } from '../../platform/db/typed-sql.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../../platform/http/call.ts';
import { serve } from '../../platform/http/route.ts';
import type { Organizations } from '../scope/scope.ts';
import { forgetBrowsers } from './known-browser.ts';
import { endSession, readOwnSessions, type Sessions } from './session.ts';
import { sessionOf } from './second-step.ts';
import { changePassword, signIn } from './sign-in.ts';

interface SessionRoutesOptions {
  sessions: Sessions;
  organizations: Organizations;
  hideAccounts: boolean;
  requiredRoles: ReadonlySet<Role>;
}

export function sessionRoutes(
  app: FastifyInstance,
  { sessions, organizations, hideAccounts, requiredRoles }: SessionRoutesOptions,
): void {
  serve(app, session, {
    login: async ({ db, session: replaced, body, cookie, step, network, knownBrowser, device }) => {
      const context = { sessions, network, knownBrowser, device, hideAccounts, requiredRoles };
      const id = sessionOf(await signIn(db, body, context), step);
      const session = orNotFound(await sessions.find(id, true));
      if (replaced) await sessions.end(db, replaced);
      cookie.write(id);
      knownBrowser.write();
      return describeSession(db, session, organizations);
    },
    logout: async ({ db, session, cookie }) => {
      if (session) await endSession(db, session, (db) => sessions.end(db, session));
      cookie.clear();
      return null;
    },
    getSession: ({ db, session }) => describeSession(db, session, organizations),
    changePassword: async ({ db, session, body, network, knownBrowser }) => {
      await changePassword(db, session, body, { sessions, network, knownBrowser });
      return null;
    },
  });

  serve(app, ownSessions, {
    listOwnSessions: ({ db, session }) => readOwnSessions(db, session),
    endOtherSessions: async ({ db, session }) => {
      await endSession(db, session, async (db) => {
        await forgetBrowsers(db, session.actor.userId);
        return sessions.endOthers(db, session);
      });
      return null;
    },
    endOwnSession: async ({ db, session, params }) => {
      await endSession(db, session, async (db) => {
        const isEnded = await sessions.endOne(db, session, params.sessionId);
        if (!isEnded) throw new Refusal('notFound');
        return isEnded;
      });
      return null;
    },
  });
}

/** By the address, as `listChoices` in `visits/host/host-session.ts`. */
async function isHost(db: Db, userId: number): Promise<boolean> {
  const { rows } = await typedSql({ is_host: bool })`
    select exists (
      select from tenant t
      join employee e on e.company_id = t.company_id and e.tenant_id = t.id and lower(e.email) = lower(u.email)
      where t.company_id = u.company_id and (u.tenant_id is null or t.id = u.tenant_id)
    ) and u.role in ('company', 'reception', 'tenant') as is_host
    from user_account u
    where u.id = ${userId}`.execute(db);
  return rows.some(({ is_host: isOne }) => isOne);
}

export async function describeSession(db: Db, { actor }: SignedIn, organizations: Organizations): Promise<Session> {
  const user = orNotFound(
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
    company: user.company_id === null ? null : await organizations.company(db, actor, user.company_id),
    partner: user.partner_id === null ? null : await organizations.partner(db, actor, user.partner_id),
    tenant: user.tenant_id === null ? null : await organizations.tenant(db, actor, user.tenant_id),
    isHost: await isHost(db, user.id),
  };
}
