import * as badge from '@vestibule/contract/visits/badge.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { printBadgesAgain } from './badge.ts';

export function badgeRoutes(app: FastifyInstance): void {
  serve(app, badge, {
    printBadge: ({ db, vault, storage, actor, params, query }) =>
      printBadgesAgain(db, { vault, storage }, actor, params.visitorId, query),
  });
}
