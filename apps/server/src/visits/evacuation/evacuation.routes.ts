import * as rollCall from '@vestibule/contract/visits/roll-call.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { printEvacuationList } from './evacuation-list.ts';
import { endRollCall, readRollCall, startRollCall, tickRollCall } from './roll-call.ts';

export function evacuationRoutes(app: FastifyInstance): void {
  serve(app, rollCall, {
    printCurrentVisitors: ({ db, actor, params }) => printEvacuationList(db, actor, params.companyId),
    getRollCall: ({ db, actor, params }) => readRollCall(db, actor, params.companyId),
    startRollCall: ({ db, actor, params }) => startRollCall(db, actor, params.companyId),
    tickRollCall: ({ db, actor, params, body }) => tickRollCall(db, actor, params.companyId, body),
    endRollCall: ({ db, actor, params, query }) => endRollCall(db, actor, params.companyId, query.rollCallId),
  });
}
