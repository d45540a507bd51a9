import { endRollCall, getRollCall, startRollCall, tickRollCall } from '@vestibule/contract/visits/roll-call.ts';
import { printCurrentVisitors } from '@vestibule/contract/visits/visitor.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { printEvacuationList } from './evacuation-list.ts';
import { endRollCall as end, readRollCall, startRollCall as start, tickRollCall as tick } from './roll-call.ts';

export function evacuationRoutes(app: FastifyInstance): void {
  route(app, printCurrentVisitors, ({ db, actor, params }) => printEvacuationList(db, actor, params.companyId));
  route(app, getRollCall, ({ db, actor, params }) => readRollCall(db, actor, params.companyId));
  route(app, startRollCall, ({ db, actor, params }) => start(db, actor, params.companyId));
  route(app, tickRollCall, ({ db, actor, params, body }) => tick(db, actor, params.companyId, body));
  route(app, endRollCall, ({ db, actor, params, query }) => end(db, actor, params.companyId, query.rollCallId));
}
