import * as stay from '@vestibule/contract/visits/stay.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { stayPath } from '../notification/answer-token.ts';
import { endStay, keepStay, readStay } from './stay.ts';

/** `guestPage` is the page of the browser app that also shows passes. */
export function stayRoutes(app: FastifyInstance, guestPage: ((reply: FastifyReply) => FastifyReply) | null): void {
  serve(app, stay, {
    readStay: ({ db, vault, params, network }) => readStay(db, { ...params, vault, network }),
    keepStay: ({ db, vault, params, network }) => keepStay(db, { ...params, vault, network }),
    endStay: ({ db, vault, params, network }) => endStay(db, { ...params, vault, network }),
  });
  if (!guestPage) return;
  const servePage = (_request: FastifyRequest, reply: FastifyReply) => guestPage(reply);
  app.get(`${stayPath}/:token`, { schema: { hide: true } }, servePage);
}
