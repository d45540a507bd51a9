import {
  deleteVisitor,
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  updateVisitor,
} from '@vestibule/contract/visits/visitor.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { readVisitorsOfTenant } from './tenant-visitors.ts';
import { removeVisitor } from './removal.ts';
import { changeVisitor } from './edit.ts';
import { lookUpPhone as lookUp, readVisitors } from './visitor.ts';

export function visitorRoutes(app: FastifyInstance): void {
  route(app, listVisitors, ({ db, actor, params, query }) => readVisitors(db, actor, params.companyId, query));
  route(app, listTenantVisitors, ({ db, actor, params, query }) =>
    readVisitorsOfTenant(db, actor, params.tenantId, query),
  );
  route(app, lookUpPhone, ({ db, actor, params, query }) => lookUp(db, actor, params.companyId, query));
  route(app, updateVisitor, ({ db, actor, params, body }) => changeVisitor(db, actor, params.visitorId, body));
  route(app, deleteVisitor, ({ db, actor, params }) => removeVisitor(db, actor, params.visitorId));
}
