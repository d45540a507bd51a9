import { checkInExpected, checkOutVisitor, registerVisit } from '@vestibule/contract/visits/registration.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { checkInExpected as checkInAll } from '../expected/expected.ts';
import { checkIn, checkOut } from './visit.ts';

export function visitRoutes(app: FastifyInstance): void {
  const { unserved, smsRules } = app.calls;
  route(app, registerVisit, ({ db, vault, storage, actor, body }) =>
    checkIn(db, { vault, storage, unserved, smsRules }, actor, body, { identifiedBy: 'desk' }),
  );
  route(app, checkInExpected, ({ db, vault, storage, actor, body }) =>
    checkInAll(db, { vault, storage, smsRules }, actor, body.ids),
  );
  route(app, checkOutVisitor, ({ db, actor, params }) => checkOut(db, actor, params.visitorId));
}
