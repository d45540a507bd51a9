import { getPartner } from '@vestibule/contract/partner.ts';
import type { FastifyInstance } from 'fastify';
import { readCompanies } from '../company/company.ts';
import { route } from '../http/route.ts';
import { readPartner } from './partner.ts';

export function partnerRoutes(app: FastifyInstance): void {
  route(app, getPartner, async ({ db, actor, params }) => {
    const partner = await readPartner(db, actor, params.partnerId);
    const companies = await readCompanies(db, actor, {}, partner.id);
    return { ...partner, companies: companies.rows };
  });
}
