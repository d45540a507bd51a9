import { authorizeWorkAccount, getSignInOptions, signInWithWorkAccount } from '@vestibule/contract/work-account.ts';
import type { FastifyInstance } from 'fastify';
import { found } from '../http/refusal.ts';
import { route } from '../http/route.ts';
import type { IdentityProvider } from '../integrations/identity/identity.ts';
import { describeSession } from './session.routes.ts';
import type { Sessions } from './session.ts';
import { beginWorkSignIn, finishWorkSignIn } from './work-account.ts';

interface WorkAccountRoutesOptions {
  sessions: Sessions;
  /** null: nobody can sign in with a work account. */
  identity: IdentityProvider | null;
}

export function workAccountRoutes(app: FastifyInstance, { sessions, identity }: WorkAccountRoutesOptions): void {
  route(app, getSignInOptions, () => ({ workAccount: identity !== null }));

  route(app, authorizeWorkAccount, ({ query: { returnTo = null }, ...call }) =>
    beginWorkSignIn({ ...call, provider: found(identity) }, returnTo),
  );

  route(app, signInWithWorkAccount, async ({ db, body, cookie, ...call }) => {
    const id = await finishWorkSignIn(db, body, { ...call, sessions, provider: found(identity) });
    const session = found(await sessions.find(id));
    cookie.write(id);
    return describeSession(db, session);
  });
}
