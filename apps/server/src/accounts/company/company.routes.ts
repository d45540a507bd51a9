import * as company from '@vestibule/contract/accounts/company.ts';
import * as companyEdit from '@vestibule/contract/accounts/company-edit.ts';
import * as firstSteps from '@vestibule/contract/accounts/first-steps.ts';
import * as notificationEmails from '@vestibule/contract/accounts/notification-emails.ts';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/db/database.ts';
import { serve } from '../../platform/http/route.ts';
import type { Sessions } from '../session/session.ts';
import {
  addCompany,
  readCompanies,
  readCompany,
  readNotificationEmails,
  renameCompany,
  setNotificationEmails,
  setPreferences,
} from './company.ts';
import { dismissFirstSteps, readFirstSteps } from './first-steps.ts';
import { deleteCompany, leaveCompany, type LeavingDeps } from './company.removal.ts';

interface CompanyRoutesOptions extends LeavingDeps {
  sessions: Sessions;
  countryOf: (db: Db, companyId: number) => Promise<string>;
}

export function companyRoutes(app: FastifyInstance, options: CompanyRoutesOptions): void {
  const { sessions, organizations, countryOf } = options;
  const { unserved } = app.calls;

  serve(app, company, {
    getCompany: ({ db, actor, params }) => readCompany(db, actor, params.companyId),
    listAllCompanies: ({ db, actor, query }) => readCompanies(db, actor, query),
    listPartnerCompanies: async ({ db, actor, params, query }) => {
      await organizations.partner(db, actor, params.partnerId);
      return readCompanies(db, actor, query, params.partnerId);
    },
  });

  serve(app, companyEdit, {
    createCompany: {
      handle: async ({ db, actor, body }) => addCompany(db, actor, organizations, body),
      afterCommit: sessions.settled,
    },
    renameCompany: ({ db, actor, params, body }) => renameCompany(db, actor, params.companyId, body),
    setCompanyPreferences: ({ db, actor, params, body }) =>
      setPreferences(db, actor, params.companyId, body, countryOf),
    deleteCompany: {
      handle: ({ db, actor, params }) => deleteCompany(db, actor, params.companyId),
      afterCommit: sessions.settled,
    },
    leaveCompany: {
      handle: ({ db, actor, params, query }) => leaveCompany(db, actor, options, params.companyId, query.partnerId),
      afterCommit: sessions.settled,
    },
  });

  serve(app, firstSteps, {
    getFirstSteps: ({ db, actor, params }) => readFirstSteps(db, actor, params.companyId, unserved),
    dismissFirstSteps: ({ db, actor, params }) => dismissFirstSteps(db, actor, params.companyId),
  });

  serve(app, notificationEmails, {
    getNotificationEmails: ({ db, actor, params }) => readNotificationEmails(db, actor, params.companyId),
    setNotificationEmails: ({ db, actor, params, body }) => setNotificationEmails(db, actor, params.companyId, body),
    putNotificationEmails: ({ db, actor, params, body }) => setNotificationEmails(db, actor, params.companyId, body),
  });
}
