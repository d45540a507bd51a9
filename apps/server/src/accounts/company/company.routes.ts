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
import { requirePartner } from '../partner/partner.ts';
import type { Sessions } from '../session/session.ts';
import {
  readNotificationEmails,
  renameCompany as rename,
  setNotificationEmails as setEmails,
  setPreferences,
} from './company.change.ts';
import { addCompany } from './company.creation.ts';
import { deleteCompany as remove, leaveCompany as leave } from './company.removal.ts';
import { readCompanies, readCompany } from './company.ts';

export function companyRoutes(app: FastifyInstance, sessions: Sessions): void {
  route(app, getCompany, ({ db, actor, params }) => readCompany(db, actor, params.companyId));
  route(app, listAllCompanies, ({ db, actor, query }) => readCompanies(db, actor, query));
  route(app, listPartnerCompanies, async ({ db, actor, params, query }) => {
    await requirePartner(db, actor, params.partnerId);
    return readCompanies(db, actor, query, params.partnerId);
  });
  route(app, createCompany, async ({ db, actor, body }) => addCompany(db, actor, body), sessions.settled);
  route(app, renameCompany, ({ db, actor, params, body }) => rename(db, actor, params.companyId, body));
  route(app, setCompanyPreferences, ({ db, actor, params, body }) => setPreferences(db, actor, params.companyId, body));
  route(app, getNotificationEmails, ({ db, actor, params }) => readNotificationEmails(db, actor, params.companyId));
  route(app, setNotificationEmails, ({ db, actor, params, body }) => setEmails(db, actor, params.companyId, body));
  route(app, putNotificationEmails, ({ db, actor, params, body }) => setEmails(db, actor, params.companyId, body));
  route(app, deleteCompany, ({ db, actor, params }) => remove(db, actor, params.companyId), sessions.settled);
  route(
    app,
    leaveCompany,
    ({ db, actor, params, query }) => leave(db, actor, params.companyId, query.partnerId),
    sessions.settled,
  );
}
