import {
  listMessages,
  listVisitMessages,
  releaseMessage,
  retryMessage,
  retryVisitMessage,
} from '@vestibule/contract/visits/message.ts';
import { listUntoldVisits } from '@vestibule/contract/visits/visit.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { readMessages, release, sendAgain } from './message.ts';
import { readUntoldVisits, readVisitMessages, sendVisitMessageAgain } from './visit-message.ts';

export function messageRoutes(app: FastifyInstance): void {
  const { smsRules } = app.calls;
  route(app, listMessages, ({ db, actor, query }) => readMessages(db, actor, query, query.companyId));
  route(app, retryMessage, ({ db, actor, params }) => sendAgain(db, actor, smsRules, params.messageId));
  route(app, releaseMessage, ({ db, actor, params }) => release(db, actor, smsRules, params.messageId));
  route(app, listVisitMessages, ({ db, actor, params }) => readVisitMessages(db, actor, params.visitId));
  route(app, listUntoldVisits, ({ db, actor, params }) => readUntoldVisits(db, actor, params.companyId));
  route(app, retryVisitMessage, ({ db, actor, params }) => sendVisitMessageAgain(db, actor, smsRules, params));
}
