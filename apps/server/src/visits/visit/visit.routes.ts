import * as registration from '@vestibule/contract/visits/registration.ts';
import * as scan from '@vestibule/contract/visits/scan.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { checkOutByBadge, lookUpPass } from './scan.ts';
import { checkOut, registerGuest, reopen } from './visit.ts';

export function visitRoutes(app: FastifyInstance): void {
  const { untaken, smsRules } = app.calls;
  serve(app, registration, {
    registerVisit: ({ db, vault, storage, actor, body: { guestId: invitedGuestId, ...body } }) =>
      registerGuest(db, { vault, storage, unserved: untaken, smsRules }, actor, body, invitedGuestId),
    checkOutVisitor: ({ db, actor, params }) => checkOut(db, actor, params.visitorId),
    reopenVisit: ({ db, actor, params }) => reopen(db, actor, params.visitId),
  });

  serve(app, scan, {
    checkOutByBadge: ({ db, vault, actor, params, body }) =>
      checkOutByBadge(db, vault, actor, { companyId: params.companyId, code: body.code }),
    lookUpPass: ({ db, vault, actor, params, body }) =>
      lookUpPass(db, vault, actor, { companyId: params.companyId, code: body.code }),
  });
}
