import { seedUser } from '../building.ts';
import { fresh } from '../fresh.ts';
import { linkPage, type Probes } from '../probe.ts';

/** Companies, partners and their users. */
export const companyProbes = {
  listUsers: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId, limit: '1' } }) },
  listSecondFactors: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId } }) },
  inviteUser: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ query: { tenantId }, body: { email: `new-${fresh()}@test.example`, url: linkPage } }),
  },
  inviteAgain: { names: ['userId'], input: ({ userId }) => ({ params: { userId }, body: { url: linkPage } }) },
  deleteUser: { names: ['userId'], input: ({ userId }) => ({ params: { userId } }) },
  deleteUsers: { names: ['userId'], input: ({ userId }) => ({ query: { ids: String(userId) } }) },
  getSystemStatus: { names: [], input: () => ({}) },
  listAllCompanies: { names: [], input: () => ({ query: { limit: '1' } }) },
  listPartnerCompanies: { names: ['partnerId'], input: ({ partnerId }) => ({ params: { partnerId } }) },
  getCompany: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  createCompany: {
    names: ['partnerId'],
    input: ({ partnerId }) => ({ body: { name: 'New company', partnerId } }),
  },
  renameCompany: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { name: 'Renamed' } }),
  },
  setCompanyPreferences: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { badgePaper: 'a6' } }),
  },
  getNotificationEmails: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  setNotificationEmails: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { notificationEmails: ['desk@test.example'] } }),
  },
  putNotificationEmails: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { notificationEmails: ['desk@test.example'] } }),
  },
  deleteCompany: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  leaveCompany: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId } }),
    prepare: (db, { company }) => seedUser(db, { role: 'company', companyId: company.id }),
  },
  listAllPartners: { names: [], input: () => ({ query: { limit: '1' } }) },
  listCompanyPartners: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  createPartner: { names: [], input: () => ({ body: { name: 'New partner' } }) },
  renamePartner: {
    names: ['partnerId'],
    input: ({ partnerId }) => ({ params: { partnerId }, body: { name: 'Renamed' } }),
  },
  deletePartner: { names: ['partnerId'], input: ({ partnerId }) => ({ params: { partnerId } }) },
  attachPartner: {
    names: ['companyId'],
    input: ({ companyId }, { partner }) => ({ body: { companyId, partnerCode: partner.code } }),
    prepare: (db, { partner }) => db.deleteFrom('company_partner').where('partner_id', '=', partner.id).execute(),
  },
  detachPartner: {
    names: ['partnerId', 'companyId'],
    input: ({ partnerId, companyId }) => ({ params: { partnerId }, query: { companyId } }),
  },
  getPartner: { names: ['partnerId'], input: ({ partnerId }) => ({ params: { partnerId } }) },
  listMessages: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId, limit: '1' } }) },
  releaseMessage: {
    names: ['messageId'],
    input: ({ messageId }) => ({ params: { messageId } }),
    answer: '409 messageIsNotHeld',
  },
  retryMessage: { names: ['messageId'], input: ({ messageId }) => ({ params: { messageId } }) },
  listVisitMessages: { names: ['visitId'], input: ({ visitId }) => ({ params: { visitId } }), visitor: 'inside' },
  listUntoldVisits: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  retryVisitMessage: {
    names: ['visitId', 'visitMessageId'],
    input: ({ visitId, visitMessageId: messageId }) => ({ params: { visitId, messageId } }),
    visitor: 'inside',
  },
  listAuditEntries: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId, limit: '1' } }) },
  exportAuditEntries: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId } }) },
} satisfies Partial<Probes>;
