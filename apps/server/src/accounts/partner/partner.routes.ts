import { getPartner, listAllPartners, listCompanyPartners } from '@vestibule/contract/accounts/partner.ts';
import {
  attachPartner,
  createPartner,
  deletePartner,
  detachPartner,
  renamePartner,
} from '@vestibule/contract/accounts/partner-edit.ts';
import type { FastifyInstance } from 'fastify';
import { readCompanies } from '../company/company.ts';
import { route } from '../../platform/http/route.ts';
import type { Sessions } from '../session/session.ts';
import {
  addPartner,
  attach,
  changePartnerName,
  detach,
  readPartner,
  readPartners,
  readPartnersOfCompany,
  removePartner,
} from './partner.ts';

export function partnerRoutes(app: FastifyInstance, sessions: Sessions): void {
  route(app, getPartner, async ({ db, actor, params }) => {
    const partner = await readPartner(db, actor, params.partnerId);
    const companies = await readCompanies(db, actor, {}, partner.id);
    return { ...partner, companies: companies.rows };
  });
  route(app, listAllPartners, ({ db, query }) => readPartners(db, query));
  route(app, listCompanyPartners, ({ db, actor, params, query }) =>
    readPartnersOfCompany(db, actor, params.companyId, query),
  );
  route(app, createPartner, ({ db, actor, body }) => addPartner(db, actor, body.name));
  route(app, renamePartner, ({ db, actor, params, body }) => changePartnerName(db, actor, params.partnerId, body));
  route(app, deletePartner, ({ db, actor, params }) => removePartner(db, actor, params.partnerId), sessions.settled);
  route(app, attachPartner, ({ db, actor, body, network }) => attach(db, actor, body, network), sessions.settled);
  route(
    app,
    detachPartner,
    ({ db, actor, params, query }) => detach(db, actor, params.partnerId, query.companyId),
    sessions.settled,
  );
}
