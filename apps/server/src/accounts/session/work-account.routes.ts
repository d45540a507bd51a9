import type { Role } from '@vestibule/contract/platform/access.ts';
import * as workAccount from '@vestibule/contract/accounts/work-account.ts';
import type { FastifyInstance } from 'fastify';
import type { Call } from '../../platform/http/call.ts';
import { serve } from '../../platform/http/route.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import type { IdentityProvider } from '../../platform/integrations/identity/identity.ts';
import { sessionOf } from './second-step.ts';
import type { Organizations } from '../scope/scope.ts';
import { describeSession } from './session.routes.ts';
import type { Sessions } from './session.ts';
import { beginWorkSignIn, finishWorkSignIn } from './work-account.ts';

interface WorkAccountRoutesOptions {
  sessions: Sessions;
  organizations: Organizations;
  requiredRoles: ReadonlySet<Role>;
  identity: IdentityProvider | null;
  beginGrant: (call: Call<typeof workAccount.authorizeWorkAccount>) => Promise<{ url: string }>;
}

export function workAccountRoutes(
  app: FastifyInstance,
  { sessions, organizations, requiredRoles, identity, beginGrant }: WorkAccountRoutesOptions,
): void {
  serve(app, workAccount, {
    authorizeWorkAccount: (call) => {
      const { purpose, returnTo = null } = call.query;
      if (purpose === 'directory') return beginGrant(call);
      return beginWorkSignIn({ ...call, provider: orNotFound(identity) }, { purpose, returnTo });
    },
    signInWithWorkAccount: async ({ db, body, cookie, step, session: replaced, ...call }) => {
      if (!identity) throw new Refusal('oauthStateInvalid');
      const context = { ...call, sessions, requiredRoles, provider: identity };
      const id = sessionOf(await finishWorkSignIn(db, body, context), step);
      const session = orNotFound(await sessions.find(id, true));
      if (replaced) await sessions.end(db, replaced);
      cookie.write(id);
      call.knownBrowser.write();
      return describeSession(db, session, organizations);
    },
  });
}
