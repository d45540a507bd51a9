import { listMessages, retryMessage } from '@vestibule/contract/message.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { readMessages, sendAgain } from './message.ts';

export function messageRoutes(app: FastifyInstance): void {
  route(app, listMessages, ({ db, actor, query }) => readMessages(db, actor, query, query.companyId));
  route(app, retryMessage, ({ db, actor, params }) => sendAgain(db, actor, params.messageId));
}
