import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import {
  createCompany,
  deleteCompany,
  leaveCompany,
  renameCompany,
  setCompanyPreferences,
} from '@vestibule/contract/accounts/company-edit.ts';
import {
  getNotificationEmails,
  putNotificationEmails,
  setNotificationEmails,
} from '@vestibule/contract/accounts/notification-emails.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Sessions } from '../session/session.ts';
import {
  readNotificationEmails,
  renameCompany as rename,
  setNotificationEmails as setEmails,
  setPreferences,
} from './company.change.ts';
import { addCompany } from './company.creation.ts';
import { deleteCompany as remove, leaveCompany as leave, type LeavingDeps } from './company.removal.ts';
import { readCompanies, readCompany } from './company.ts';

interface CompanyRoutesOptions extends LeavingDeps {
  sessions: Sessions;
}

export function companyRoutes(app: FastifyInstance, options: CompanyRoutesOptions): void {
  const { sessions, organizations } = options;

  route(app, getCompany, ({ db, actor, params }) => readCompany(db, actor, params.companyId));
  route(app, listAllCompanies, ({ db, actor, query }) => readCompanies(db, actor, query));
  route(app, listPartnerCompanies, async ({ db, actor, params, query }) => {
    await organizations.partner(db, actor, params.partnerId);
    return readCompanies(db, actor, query, params.partnerId);
  });
  route(
    app,
    createCompany,
    async ({ db, actor, body }) => addCompany(db, actor, organizations, body),
    sessions.settled,
  );
  route(app, renameCompany, ({ db, actor, params, body }) => rename(db, actor, params.companyId, body));
  route(app, setCompanyPreferences, ({ db, actor, params, body }) => setPreferences(db, actor, params.companyId, body));
  route(app, getNotificationEmails, ({ db, actor, params }) => readNotificationEmails(db, actor, params.companyId));
  route(app, setNotificationEmails, ({ db, actor, params, body }) => setEmails(db, actor, params.companyId, body));
  route(app, putNotificationEmails, ({ db, actor, params, body }) => setEmails(db, actor, params.companyId, body));
  route(app, deleteCompany, ({ db, actor, params }) => remove(db, actor, params.companyId), sessions.settled);
  route(
    app,
    leaveCompany,
    ({ db, actor, params, query }) => leave(db, actor, options, params.companyId, query.partnerId),
    sessions.settled,
  );
}
