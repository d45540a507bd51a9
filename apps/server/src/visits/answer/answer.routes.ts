import * as answer from '@vestibule/contract/visits/answer.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { answerForHost, giveAnswer, readAnswer } from './answer.ts';
import { answerPath } from '../notification/answer-token.ts';

/** `guestPage` is the page of the browser app that also shows passes. */
export function answerRoutes(app: FastifyInstance, guestPage: ((reply: FastifyReply) => FastifyReply) | null): void {
  serve(app, answer, {
    readAnswer: ({ reach, vault, params, network }) => readAnswer(reach, { ...params, vault, network }),
    answerForHost: ({ db, actor, params, body }) => answerForHost(db, actor, params.visitId, body),
    giveAnswer: ({ reach, vault, params, network, body }) => giveAnswer(reach, { ...params, vault, network }, body),
  });
  if (!guestPage) return;
  const servePage = (_request: FastifyRequest, reply: FastifyReply) => guestPage(reply);
  app.get(`${answerPath}/:token`, { schema: { hide: true } }, servePage);
}
