import * as expectedGuest from '@vestibule/contract/visits/expected-guest.ts';
import * as invitation from '@vestibule/contract/visits/invitation.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { checkInGuests } from './check-in.ts';
import { readExpectedGuests } from './expected-guest.ts';
import { dismissExpected } from './dismiss.ts';
import { addGuests, dismissGuest, editGuests, invitedGuest, removeGuest, resendPass } from './guest-list.ts';
import { cancelInvitation, changeInvitation, invite, readInvitation, readInvitations } from './invitation.ts';
import { previewMessage } from './preview.ts';

export function invitationRoutes(app: FastifyInstance): void {
  const { smsRules } = app.calls;
  serve(app, invitation, {
    listInvitations: ({ db, actor, params, query }) => readInvitations(db, actor, params, query),
    listTenantInvitations: ({ db, actor, params, query }) => readInvitations(db, actor, params, query),
    createInvitation: ({ db, vault, origin, actor, params, body }) =>
      invite(db, { vault, smsRules, origin }, actor, params.tenantId, body),
    previewInvitation: ({ db, storage, origin, actor, params, body }) =>
      previewMessage(db, { storage, origin }, actor, params.tenantId, body),
    getInvitation: ({ db, actor, params, query }) => readInvitation(db, actor, { ...params, range: query.dates }),
    changeInvitation: ({ db, vault, origin, actor, params, query, body }) =>
      body.guests
        ? editGuests(db, { vault, smsRules, origin }, actor, params.invitationId, body.guests)
        : changeInvitation(
            db,
            { vault, smsRules, origin },
            actor,
            { ...params, range: query.dates, only: query.only },
            body,
          ),
    cancelInvitation: ({ db, vault, origin, actor, params, query }) =>
      cancelInvitation(db, { vault, smsRules, origin }, actor, { ...params, range: query.dates }),
    addGuests: ({ db, vault, origin, actor, params, query, body }) =>
      addGuests(db, { vault, smsRules, origin }, actor, { ...params, range: query.dates }, body.guests),
    removeGuest: ({ db, vault, origin, actor, params, query }) =>
      removeGuest(db, { vault, smsRules, origin }, actor, { ...invitedGuest(params), range: query.dates }),
    resendPass: ({ db, vault, origin, actor, params }) =>
      resendPass(db, { vault, smsRules, origin }, actor, invitedGuest(params)),
    checkInGuests: ({ db, vault, storage, actor, body }) =>
      checkInGuests(db, { vault, storage, smsRules }, actor, body.ids),
  });
  serve(app, expectedGuest, {
    dismissExpected: ({ db, actor, params }) => dismissExpected(db, actor, params.visitorId),
    dismissGuest: ({ db, actor, params }) => dismissGuest(db, actor, invitedGuest(params)),
    listExpectedGuests: ({ db, actor, params, query }) => readExpectedGuests(db, actor, params.companyId, query),
  });
}
