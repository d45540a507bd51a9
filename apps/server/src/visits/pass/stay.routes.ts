import * as stay from '@vestibule/contract/visits/stay.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { stayPath } from '../notification/answer-token.ts';
import { endStay, keepStay, readStay } from './stay.ts';

/** `guestPage` is the page of the browser app that also shows passes. */
export function stayRoutes(app: FastifyInstance, guestPage: ((reply: FastifyReply) => FastifyReply) | null): void {
  serve(app, stay, {
    readStay: ({ reach, vault, params, network }) => readStay(reach, { ...params, vault, network }),
    keepStay: ({ reach, vault, params, network }) => keepStay(reach, { ...params, vault, network }),
    endStay: ({ reach, vault, params, network }) => endStay(reach, { ...params, vault, network }),
  });
  if (!guestPage) return;
  const servePage = (_request: FastifyRequest, reply: FastifyReply) => guestPage(reply);
  app.get(`${stayPath}/:token`, { schema: { hide: true } }, servePage);
}
