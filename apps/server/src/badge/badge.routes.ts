import { checkOutByBadge, printBadge } from '@vestibule/contract/badge.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { printBadgesAgain } from './badge.ts';
import { checkOutByBadge as checkOut } from './scan.ts';

export function badgeRoutes(app: FastifyInstance): void {
  route(app, printBadge, ({ db, vault, storage, actor, params, query }) =>
    printBadgesAgain(db, { vault, storage }, actor, params.visitorId, query),
  );
  route(app, checkOutByBadge, ({ db, vault, actor, params, body }) =>
    checkOut(db, vault, actor, { companyId: params.companyId, code: body.code }),
  );
}
