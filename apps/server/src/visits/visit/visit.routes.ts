import { checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import { checkOutByBadge, lookUpPass } from '@vestibule/contract/visits/scan.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { checkOutByBadge as checkOutWearer, lookUpPass as lookUp } from './scan.ts';
import { checkIn, checkOut } from './visit.ts';

export function visitRoutes(app: FastifyInstance): void {
  const { unserved, smsRules } = app.calls;
  route(app, registerVisit, ({ db, vault, storage, actor, body }) =>
    checkIn(db, { vault, storage, unserved, smsRules }, actor, { ...body, identifiedBy: 'desk' }),
  );
  route(app, checkOutVisitor, ({ db, actor, params }) => checkOut(db, actor, params.visitorId));
  route(app, checkOutByBadge, ({ db, vault, actor, params, body }) =>
    checkOutWearer(db, vault, actor, { companyId: params.companyId, code: body.code }),
  );
  route(app, lookUpPass, ({ db, vault, actor, params, body }) =>
    lookUp(db, vault, actor, { companyId: params.companyId, code: body.code }),
  );
}
