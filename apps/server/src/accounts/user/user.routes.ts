import * as recovery from '@vestibule/contract/accounts/recovery.ts';
import * as user from '@vestibule/contract/accounts/user.ts';
import type { UserScope } from '@vestibule/contract/accounts/user.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/route.ts';
import type { Sessions } from '../session/session.ts';
import type { Organizations } from '../scope/scope.ts';
import { invite, inviteAgain, type LanguageOf } from './invitation.ts';
import { readLinkPage } from './password-link.ts';
import { checkToken, requestReset, restorePassword } from './recovery.ts';
import { readOwnAccount, readSecondFactors, readUsers, removeUsers, resetSecondFactor, setOwnName } from './users.ts';

interface UserRoutesOptions {
  sessions: Sessions;
  organizations: Organizations;
  languageOf: LanguageOf;
  publicUrl: URL | null;
  hideAccounts: boolean;
}

export function userRoutes(app: FastifyInstance, options: UserRoutesOptions): void {
  const { sessions, organizations, languageOf, publicUrl, hideAccounts } = options;

  serve(app, user, {
    listUsers: ({ db, actor, query: { companyId, tenantId, partnerId, ...query } }) =>
      readUsers(db, actor, organizations, onlyScope({ companyId, tenantId, partnerId }), query),
    listSecondFactors: ({ db, actor, query }) => readSecondFactors(db, actor, organizations, onlyScope(query)),
    inviteUser: ({ db, vault, actor, once, query, body, origin }) => {
      const page = readLinkPage(body.url, origin, publicUrl);
      return invite(db, actor, { vault, once, organizations, languageOf }, onlyScope(query), { ...body, page });
    },
    inviteAgain: ({ db, vault, actor, params, body, origin }) =>
      inviteAgain(db, actor, { vault, languageOf }, params.userId, readLinkPage(body.url, origin, publicUrl)),
    deleteUser: {
      handle: ({ db, actor, params }) => removeUsers(db, actor, [params.userId]),
      afterCommit: sessions.settled,
    },
    deleteUsers: { handle: ({ db, actor, query }) => removeUsers(db, actor, query.ids), afterCommit: sessions.settled },
    getOwnAccount: ({ db, actor }) => readOwnAccount(db, actor),
    setOwnName: ({ db, actor, body }) => setOwnName(db, actor, body),
    resetSecondFactor: {
      handle: ({ db, actor, params }) => resetSecondFactor(db, actor, params.userId),
      afterCommit: sessions.settled,
    },
  });

  serve(app, recovery, {
    requestReset: ({ db, vault, body, network, origin }) =>
      requestReset(db, vault, body.email, {
        page: readLinkPage(body.url, origin, publicUrl),
        network,
        hideAccounts,
        languageOf,
      }),
    checkToken: ({ db, body }) => checkToken(db, body.token),
    restorePassword: { handle: ({ db, body }) => restorePassword(db, body), afterCommit: sessions.settled },
  });
}

function onlyScope(scope: UserScope): UserScope {
  const named = Object.entries(scope).filter(([, id]) => id !== undefined);
  const [, second] = named;
  if (second) throw new Refusal('validation', { fields: { [second[0]]: 'invalidValue' } });
  return scope;
}
