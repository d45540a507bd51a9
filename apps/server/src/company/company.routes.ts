import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/company.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../http/route.ts';
import { requirePartner } from '../partner/partner.ts';
import { readCompanies, readCompany } from './company.ts';

export function companyRoutes(app: FastifyInstance): void {
  route(app, getCompany, ({ db, actor, params }) => readCompany(db, actor, params.companyId));
  route(app, listAllCompanies, ({ db, actor, query }) => readCompanies(db, actor, query));
  route(app, listPartnerCompanies, async ({ db, actor, params, query }) => {
    await requirePartner(db, actor, params.partnerId);
    return readCompanies(db, actor, query, params.partnerId);
  });
}
