import * as today from '@vestibule/contract/visits/today.ts';
import * as visitor from '@vestibule/contract/visits/visitor.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { lookUpPhone, readVisitors, readVisitorsOfTenant } from './visitor.ts';
import { removeVisitor } from './removal.ts';
import { changeVisitor } from './edit.ts';
import { readNumbers, readStates } from './today.ts';

export function visitorRoutes(app: FastifyInstance): void {
  serve(app, visitor, {
    listVisitors: ({ db, actor, params, query }) => readVisitors(db, actor, params.companyId, query),
    listTenantVisitors: ({ db, actor, params, query }) => readVisitorsOfTenant(db, actor, params.tenantId, query),
    lookUpPhone: ({ db, actor, params, query }) => lookUpPhone(db, actor, params.companyId, query),
    updateVisitor: ({ db, actor, params, body }) => changeVisitor(db, actor, params.visitorId, body),
    deleteVisitor: ({ db, actor, params }) => removeVisitor(db, actor, params.visitorId),
  });

  serve(app, today, {
    readToday: ({ db, actor, params }) => readNumbers(db, actor, params.companyId),
    readVisitorStates: ({ db, actor, params, body }) => readStates(db, actor, params.companyId, body.ids),
  });
}
