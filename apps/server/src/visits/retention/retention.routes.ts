import {
  eraseDataOfPhone,
  eraseVisitorData,
  exportDataOfPhone,
  exportVisitorData,
} from '@vestibule/contract/visits/data-request.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import * as requests from './data-request.ts';

export function retentionRoutes(app: FastifyInstance): void {
  route(app, exportVisitorData, ({ db, actor, params }) => requests.exportVisitorData(db, actor, params.visitorId));
  route(app, eraseVisitorData, async ({ db, actor, params }) => {
    await requests.eraseVisitorData(db, actor, params.visitorId);
    return null;
  });
  route(app, exportDataOfPhone, ({ db, actor, params, body }) =>
    requests.exportDataOfPhone(db, actor, params.companyId, body.phone),
  );
  route(app, eraseDataOfPhone, ({ db, actor, params, body }) =>
    requests.eraseDataOfPhone(db, actor, params.companyId, body.phone),
  );
}
