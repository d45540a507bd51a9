import * as status from '@vestibule/contract/operation/status.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { readCompanyStates, readStatus } from './status.ts';

export function statusRoutes(app: FastifyInstance): void {
  serve(app, status, {
    getSystemStatus: ({ db }) => readStatus(db),
    listCompanyStates: ({ db, actor, params, query }) => readCompanyStates(db, actor, params.partnerId, query.ids),
  });
}
