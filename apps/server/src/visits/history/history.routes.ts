import { countArrivals, exportPastVisits, listPastVisits } from '@vestibule/contract/visits/history.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { countArrivals as count } from './arrivals.ts';
import { exportHistory, readHistory } from './history.ts';

export function historyRoutes(app: FastifyInstance): void {
  route(app, listPastVisits, ({ db, actor, params, query }) => readHistory(db, actor, params.companyId, query));
  route(app, exportPastVisits, ({ db, actor, params, query }) => exportHistory(db, actor, params.companyId, query));
  route(app, countArrivals, ({ db, actor, params, query }) => count(db, actor, { ...params, ...query }));
}
