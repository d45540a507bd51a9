import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/data-request.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { eraseVisitorData as erase, exportVisitorData as exportData } from './data-request.ts';

export function retentionRoutes(app: FastifyInstance): void {
  route(app, exportVisitorData, ({ db, actor, params }) => exportData(db, actor, params.visitorId));
  route(app, eraseVisitorData, ({ db, actor, params }) => erase(db, actor, params.visitorId));
}
