import * as partner from '@vestibule/contract/accounts/partner.ts';
import * as partnerEdit from '@vestibule/contract/accounts/partner-edit.ts';
import type { FastifyInstance } from 'fastify';
import { readCompanies } from '../company/company.ts';
import { serve } from '../../platform/http/route.ts';
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
  serve(app, partner, {
    getPartner: async ({ db, actor, params }) => {
      const partner = await readPartner(db, actor, params.partnerId);
      const companies = await readCompanies(db, actor, {}, partner.id);
      return { ...partner, companies: companies.rows };
    },
    listAllPartners: ({ db, query }) => readPartners(db, query),
    listCompanyPartners: ({ db, actor, params, query }) => readPartnersOfCompany(db, actor, params.companyId, query),
  });

  serve(app, partnerEdit, {
    createPartner: ({ db, actor, body }) => addPartner(db, actor, body.name),
    renamePartner: ({ db, actor, params, body }) => changePartnerName(db, actor, params.partnerId, body),
    deletePartner: {
      handle: ({ db, actor, params }) => removePartner(db, actor, params.partnerId),
      afterCommit: sessions.settled,
    },
    attachPartner: {
      handle: ({ db, actor, body, network }) => attach(db, actor, body, network),
      afterCommit: sessions.settled,
    },
    detachPartner: {
      handle: ({ db, actor, params, query }) => detach(db, actor, params.partnerId, query.companyId),
      afterCommit: sessions.settled,
    },
  });
}
