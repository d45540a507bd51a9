import * as history from '@vestibule/contract/visits/history.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { countArrivals } from './arrivals.ts';
import { exportHistory, readHistory } from './history.ts';

export function historyRoutes(app: FastifyInstance): void {
  serve(app, history, {
    listPastVisits: ({ db, actor, params, query }) => readHistory(db, actor, params.companyId, query),
    exportPastVisits: ({ db, actor, params, query }) => exportHistory(db, actor, params.companyId, query),
    countArrivals: ({ db, actor, params, query }) => countArrivals(db, actor, { ...params, ...query }),
  });
}
