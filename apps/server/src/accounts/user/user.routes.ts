import { checkToken, requestReset, restorePassword } from '@vestibule/contract/accounts/recovery.ts';
import {
  deleteUser,
  deleteUsers,
  inviteAgain,
  inviteUser,
  listSecondFactors,
  listUsers,
  type UserScope,
  resetSecondFactor as resetEndpoint,
} from '@vestibule/contract/accounts/user.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import type { Sessions } from '../session/session.ts';
import { invite, inviteAgain as repeatInvitation } from './invitation.ts';
import { readLinkPage } from './password-link.ts';
import { checkToken as check, requestReset as request, restorePassword as restore } from './recovery.ts';
import { readSecondFactors, readUsers, removeUsers, resetSecondFactor } from './users.ts';

interface UserRoutesOptions {
  sessions: Sessions;
  publicUrl: URL | null;
  hideAccounts: boolean;
}

export function userRoutes(app: FastifyInstance, options: UserRoutesOptions): void {
  const { sessions, publicUrl, hideAccounts } = options;

  route(app, listUsers, ({ db, actor, query: { companyId, tenantId, partnerId, ...query } }) =>
    readUsers(db, actor, onlyScope({ companyId, tenantId, partnerId }), query),
  );
  route(app, listSecondFactors, ({ db, actor, query }) => readSecondFactors(db, actor, onlyScope(query)));

  route(app, inviteUser, ({ db, vault, actor, once, query, body, origin }) => {
    const page = readLinkPage(body.url, origin, publicUrl);
    return invite({ db, vault, actor, once }, onlyScope(query), { ...body, page });
  });
  route(app, inviteAgain, ({ db, vault, actor, params, body, origin }) =>
    repeatInvitation(db, vault, actor, params.userId, readLinkPage(body.url, origin, publicUrl)),
  );
  route(app, deleteUser, ({ db, actor, params }) => removeUsers(db, actor, [params.userId]), sessions.settled);
  route(app, deleteUsers, ({ db, actor, query }) => removeUsers(db, actor, query.ids), sessions.settled);
  route(app, resetEndpoint, ({ db, actor, params }) => resetSecondFactor(db, actor, params.userId), sessions.settled);

  route(app, requestReset, ({ db, vault, body, network, origin }) =>
    request(db, vault, body.email, { page: readLinkPage(body.url, origin, publicUrl), network, hideAccounts }),
  );
  route(app, checkToken, ({ db, body }) => check(db, body.token));
  route(app, restorePassword, ({ db, body }) => restore(db, body), sessions.settled);
}

/** Refuses a call that names more than one scope. @throws {Refusal} `validation` */
function onlyScope(scope: UserScope): UserScope {
  const named = Object.entries(scope).filter(([, id]) => id !== undefined);
  const [, second] = named;
  if (second) throw new Refusal('validation', { fields: { [second[0]]: 'invalidValue' } });
  return scope;
}
