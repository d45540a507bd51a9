import * as dataRequest from '@vestibule/contract/visits/data-request.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import * as requests from './data-request.ts';

export function retentionRoutes(app: FastifyInstance): void {
  serve(app, dataRequest, {
    exportVisitorData: ({ db, actor, params }) => requests.exportVisitorData(db, actor, params.visitorId),
    eraseVisitorData: async ({ db, actor, params }) => {
      await requests.eraseVisitorData(db, actor, params.visitorId);
      return null;
    },
    exportDataOfPhone: ({ db, actor, params, body }) =>
      requests.exportDataOfPhone(db, actor, params.companyId, body.phone),
    eraseDataOfPhone: ({ db, actor, params, body }) =>
      requests.eraseDataOfPhone(db, actor, params.companyId, body.phone),
  });
}
