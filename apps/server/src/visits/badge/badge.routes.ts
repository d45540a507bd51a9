import { checkOutByBadge, lookUpPass, printBadge } from '@vestibule/contract/visits/badge.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { printBadgesAgain } from './badge.ts';
import { checkOutByBadge as checkOut, lookUpPass as lookUp } from '../visit/scan.ts';

export function badgeRoutes(app: FastifyInstance): void {
  route(app, printBadge, ({ db, vault, storage, actor, params, query }) =>
    printBadgesAgain(db, { vault, storage }, actor, params.visitorId, query),
  );
  route(app, checkOutByBadge, ({ db, vault, actor, params, body }) =>
    checkOut(db, vault, actor, { companyId: params.companyId, code: body.code }),
  );
  route(app, lookUpPass, ({ db, vault, actor, params, body }) =>
    lookUp(db, vault, actor, { companyId: params.companyId, code: body.code }),
  );
}
