import type { Role } from '@vestibule/contract/platform/access.ts';
import * as secondFactor from '@vestibule/contract/accounts/second-factor.ts';
import type { FastifyInstance } from 'fastify';
import { orNotFound } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/route.ts';
import {
  draftSecondFactor,
  findFactorUser,
  readSecondFactor,
  renewRecoveryCodes,
  requirePassword,
  turnOffSecondFactor,
  turnOnSecondFactor,
  withSecondCode,
} from './second-factor.ts';
import { subtractSignIn } from './guard.ts';
import { endWait, findWaitingUser } from './second-step.ts';
import type { Organizations } from '../scope/scope.ts';
import { describeSession } from './session.routes.ts';
import type { Sessions } from './session.ts';

interface SecondFactorRoutesOptions {
  sessions: Sessions;
  organizations: Organizations;
  requiredRoles: ReadonlySet<Role>;
}

export function secondFactorRoutes(
  app: FastifyInstance,
  { sessions, organizations, requiredRoles }: SecondFactorRoutesOptions,
): void {
  serve(app, secondFactor, {
    takeSecondStep: async ({ db, vault, body, step, cookie, session: replaced, ...call }) => {
      const { network, device, knownBrowser } = call;
      const user = await findWaitingUser(db, step);
      const id = await withSecondCode(db, vault, { user, code: body.code, network, knownBrowser }, (db) =>
        endWait(db, user, step, { sessions, device, knownBrowser }),
      );
      await subtractSignIn(db, network, user.id);
      const session = orNotFound(await sessions.find(id, true));
      if (replaced) await sessions.end(db, replaced);
      step.clear();
      cookie.write(id);
      knownBrowser.write();
      return describeSession(db, session, organizations);
    },
    beginSecondFactor: async ({ db, vault, body, network, knownBrowser, step, session }) => {
      const user = session ? await findFactorUser(db, session.actor.userId) : await findWaitingUser(db, step);
      if (session) await requirePassword(db, user, body.password, { network, knownBrowser });
      return draftSecondFactor(db, vault, user);
    },
    confirmSecondFactor: async ({ db, vault, body, step, cookie, session, ...call }) => {
      const { network, device, knownBrowser } = call;
      const user = session ? await findFactorUser(db, session.actor.userId) : await findWaitingUser(db, step);
      const proof = { user, code: body.code, network, knownBrowser };
      const { recoveryCodes, result: begun } = await turnOnSecondFactor(db, vault, proof, async (db) => {
        if (!session) return endWait(db, user, step, { sessions, device, knownBrowser });
        await sessions.endOthers(db, session);
        return undefined;
      });
      const signedIn = session ?? orNotFound(await sessions.find(begun ?? '', true));
      if (begun !== undefined) {
        await subtractSignIn(db, network, user.id);
        step.clear();
        cookie.write(begun);
        knownBrowser.write();
      }
      return { recoveryCodes, session: await describeSession(db, signedIn, organizations) };
    },
    getSecondFactor: async ({ db, actor }) =>
      readSecondFactor(db, await findFactorUser(db, actor.userId), requiredRoles),
    renewRecoveryCodes: async ({ db, vault, actor, body, network, knownBrowser }) => {
      const user = await findFactorUser(db, actor.userId);
      const proof = { user, code: body.code, network, knownBrowser };
      const recoveryCodes = await withSecondCode(db, vault, proof, (db) => renewRecoveryCodes(db, user));
      return { recoveryCodes };
    },
    removeSecondFactor: async ({ db, vault, actor, body, network, knownBrowser }) => {
      const user = await findFactorUser(db, actor.userId);
      await turnOffSecondFactor(db, vault, { user, code: body.code, network, knownBrowser }, requiredRoles);
      return null;
    },
  });
}
