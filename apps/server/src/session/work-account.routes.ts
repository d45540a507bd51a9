import { authorizeWorkAccount, getSignInOptions, signInWithWorkAccount } from '@vestibule/contract/work-account.ts';
import type { FastifyInstance } from 'fastify';
import { type Call, route } from '../http/route.ts';
import { found } from '../http/refusal.ts';
import type { IdentityProvider } from '../integrations/identity/identity.ts';
import { describeSession } from './session.routes.ts';
import type { Sessions } from './session.ts';
import { beginWorkSignIn, finishWorkSignIn } from './work-account.ts';

interface WorkAccountRoutesOptions {
  sessions: Sessions;
  /** null: nobody can sign in with a work account. */
  identity: IdentityProvider | null;
  /** Where a browser goes for the directory of a tenant. */
  beginGrant: (call: Call<typeof authorizeWorkAccount>) => Promise<{ url: string }>;
}

export function workAccountRoutes(
  app: FastifyInstance,
  { sessions, identity, beginGrant }: WorkAccountRoutesOptions,
): void {
  route(app, getSignInOptions, () => ({ workAccount: identity !== null }));

  route(app, authorizeWorkAccount, (call) => {
    const { purpose, returnTo = null } = call.query;
    if (purpose === 'directory') return beginGrant(call);
    return beginWorkSignIn({ ...call, provider: found(identity) }, returnTo);
  });

  route(app, signInWithWorkAccount, async ({ db, body, cookie, ...call }) => {
    const id = await finishWorkSignIn(db, body, { ...call, sessions, provider: found(identity) });
    const session = found(await sessions.find(id));
    cookie.write(id);
    return describeSession(db, session);
  });
}
