import * as hostInvitation from '@vestibule/contract/visits/host-invitation.ts';
import * as host from '@vestibule/contract/visits/host.ts';
import type { HostActor } from '@vestibule/contract/platform/access.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import { serve } from '../../platform/http/route.ts';
import type { IdentityProvider } from '../../platform/integrations/identity/identity.ts';
import { addGuests, invitedGuest, removeGuest, resendPass } from '../invitation/guest-list.ts';
import {
  cancelInvitation,
  changeInvitation,
  invite,
  readInvitation,
  readInvitations,
} from '../invitation/invitation.ts';
import { previewMessage } from '../invitation/preview.ts';
import { answerHostVisit, readCoveredVisits, readHostVisits } from './host-visit.ts';
import { readColleagues, readHost, setStandIn } from './host.ts';
import {
  chooseHost,
  endCookie,
  endHostSession,
  endOtherHostSessions,
  readChoices,
  readHostSessions,
} from './host-session.ts';
import { requestLink, signInWithAccount, takeLink } from './sign-in.ts';

export function hostRoutes(app: FastifyInstance, identity: IdentityProvider | null): void {
  const { smsRules, publicUrl } = app.calls;

  serve(app, host, {
    requestHostLink: ({ db, vault, body, network, origin }) =>
      requestLink(db, body.email, { vault, network, origin, publicUrl }),
    takeHostLink: async ({ db, body, network, device, hostCookie }) => {
      const { actor, id } = await takeLink(db, body, { network, device });
      await endCookie(db, hostCookie.read());
      hostCookie.write(id);
      return readHost(db, actor, false);
    },
    signInHostWithWorkAccount: async ({ db, body, hostCookie, ...call }) => {
      if (!identity) throw new Refusal('oauthStateInvalid');
      const { actor, id } = await signInWithAccount(db, body, { ...call, provider: identity });
      await endCookie(db, hostCookie.read());
      hostCookie.write(id);
      return readHost(db, actor, false);
    },
    logoutHost: async ({ db, hostCookie }) => {
      await endCookie(db, hostCookie.read());
      hostCookie.clear();
      return null;
    },
    listHostChoices: ({ db, session }) => readChoices(db, session),
    chooseHost: async ({ db, session, body }) => readHost(db, await chooseHost(db, session, body.employeeId), true),
    getHost: ({ db, actor, hostSession }) => readHost(db, actor, hostSession === null),
    listColleagues: ({ db, actor, query }) => readColleagues(db, actor, query),
    setStandIn: async ({ db, actor, hostSession, body }) => {
      await setStandIn(db, actor, body);
      return readHost(db, actor, hostSession === null);
    },
    listHostSessions: ({ db, actor, hostSession }) => readHostSessions(db, actor, hostSession),
    endOtherHostSessions: async ({ db, actor, hostSession }) => {
      await endOtherHostSessions(db, actor, hostSession);
      return null;
    },
    endHostSession: async ({ db, actor, params }) => {
      await endHostSession(db, actor, params.sessionId);
      return null;
    },
    listHostVisits: ({ db, actor }) => readHostVisits(db, actor),
    listCoveredVisits: ({ db, actor }) => readCoveredVisits(db, actor),
    answerHostVisit: ({ db, actor, params, body }) => answerHostVisit(db, actor, params.visitId, body),
  });

  serve(app, hostInvitation, {
    listHostInvitations: ({ db, actor, query }) => readInvitations(db, actor, { tenantId: actor.tenantId }, query),
    listCoveredInvitations: ({ db, actor, query }) =>
      readInvitations(db, actor, { tenantId: actor.tenantId, isCovered: true }, query),
    createHostInvitation: ({ db, vault, origin, actor, body }) => {
      const fields = { ...body, employeeId: ownId(actor, body.employeeId) };
      return invite(db, { vault, smsRules, origin }, actor, actor.tenantId, fields);
    },
    previewHostInvitation: ({ db, storage, origin, actor, body }) => {
      const fields = { ...body, employeeId: ownId(actor, body.employeeId) };
      return previewMessage(db, { storage, origin }, actor, actor.tenantId, fields);
    },
    getHostInvitation: ({ db, actor, params, query }) => readInvitation(db, actor, { ...params, range: query.dates }),
    changeHostInvitation: ({ db, vault, origin, actor, params, query, body: { employeeId, ...edit } }) => {
      ownId(actor, employeeId);
      return changeInvitation(
        db,
        { vault, smsRules, origin },
        actor,
        { ...params, range: query.dates, only: query.only },
        edit,
      );
    },
    cancelHostInvitation: ({ db, vault, origin, actor, params, query }) =>
      cancelInvitation(db, { vault, smsRules, origin }, actor, { ...params, range: query.dates }),
    addGuestsOfHost: ({ db, vault, origin, actor, params, query, body }) =>
      addGuests(db, { vault, smsRules, origin }, actor, { ...params, range: query.dates }, body.guests),
    removeGuestOfHost: ({ db, vault, origin, actor, params, query }) =>
      removeGuest(db, { vault, smsRules, origin }, actor, { ...invitedGuest(params), range: query.dates }),
    resendPassOfHost: ({ db, vault, origin, actor, params }) =>
      resendPass(db, { vault, smsRules, origin }, actor, invitedGuest(params)),
  });
}

function ownId({ userId }: HostActor, employeeId: number | undefined): number {
  if (employeeId !== undefined && employeeId !== userId) throw new Refusal('notFound');
  return userId;
}
