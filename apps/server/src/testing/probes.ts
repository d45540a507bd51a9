import { endpoints, type EndpointName } from '@vestibule/contract/endpoints.ts';
import { badgeCode } from '../badge/code.ts';
import type { Db } from '../db/database.ts';
import { fresh, freshPhone, layUser, layVisitor, type Site, testPassword, visitTo } from './building.ts';
import type { Answer, Caller, CallInput } from './caller.ts';
import { csv } from './files.ts';
import { layImage, png } from './images.ts';
import { layFolder, layLicence } from './licences.ts';
import { layFailedAnnouncement, layFailedMessage, visitOf } from './messages.ts';
import { testVault } from './server.ts';
import { layOwnSettings, newSettings } from './settings.ts';
import { makeLink } from '../user/password-link.ts';

/** The rows that a probe may name. */
export interface Ids {
  companyId: number;
  partnerId: number;
  tenantId: number;
  employeeId: number;
  /** Settings of the tenant's own. */
  settingsId: number;
  /** Images of the tenant. */
  logoId: number;
  photoId: number;
  visitorId: number;
  /** The visitor's visit and a message about it that failed; 0 where the visitor is outside. */
  visitId: number;
  visitMessageId: number;
  folderId: number;
  licenceId: number;
  messageId: number;
  /** Somebody of the tenant who was invited and has not set a password. */
  userId: number;
}

interface Probe<Input = unknown> {
  /** The ids in its input, in the path, the query or the body. A call with any one of them foreign is answered as missing. */
  names: readonly (keyof Ids)[];
  /** A valid call on these rows, and on the link that `userId` was sent. It succeeds for whoever may make it there. */
  input(ids: Ids, site: Site, token: string): Input;
  /** What must be so at the site before. */
  prepare?: (db: Db, site: Site) => Promise<unknown>;
  /** How it is answered where it has no row to succeed on. */
  answer?: string;
  /** What the visitor must be for the call to succeed; outside when absent. */
  visitor?: 'inside';
}

type Probes = { [Name in EndpointName]: Probe<CallInput<(typeof endpoints)[Name]>> };

/** A valid call of every endpoint, so that permissions and scopes can be tried on all of them. */
export const probes: Probes = {
  login: { names: [], input: (_, { users }) => ({ body: { email: users.reception.email, password: testPassword } }) },
  logout: { names: [], input: () => ({}) },
  getSession: { names: [], input: () => ({}) },
  getSignInOptions: { names: [], input: () => ({}) },
  // Where the probes are made there is no identity provider.
  authorizeWorkAccount: { names: [], input: () => ({ query: { purpose: 'signIn' } }), answer: '404 notFound' },
  signInWithWorkAccount: {
    names: [],
    input: () => ({ body: { code: 'code', state: 'state' } }),
    answer: '404 notFound',
  },
  changePassword: {
    names: [],
    input: () => ({ body: { currentPassword: testPassword, newPassword: 'Another-Horse-8!' } }),
  },
  listOwnSessions: { names: [], input: () => ({}) },
  endOtherSessions: { names: [], input: () => ({}) },
  endOwnSession: { names: [], input: () => ({ params: { sessionId: 2_000_000_000 } }), answer: '404 notFound' },
  requestReset: {
    names: [],
    input: (_, { users }) => ({ body: { email: users.reception.email, url: linkPage } }),
  },
  checkToken: { names: [], input: (_, _site, token) => ({ body: { token } }) },
  restorePassword: {
    names: [],
    input: (_, _site, token) => ({
      body: { token, password: 'Another-Horse-8!', confirmPassword: 'Another-Horse-8!' },
    }),
  },
  listUsers: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId, limit: '1' } }) },
  inviteUser: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ query: { tenantId }, body: { email: `new-${fresh()}@test.example`, url: linkPage } }),
  },
  inviteAgain: { names: ['userId'], input: ({ userId }) => ({ params: { userId }, body: { url: linkPage } }) },
  deleteUser: { names: ['userId'], input: ({ userId }) => ({ params: { userId } }) },
  deleteUsers: { names: ['userId'], input: ({ userId }) => ({ query: { ids: String(userId) } }) },
  openLiveChannel: {
    names: ['companyId', 'tenantId'],
    input: ({ companyId, tenantId }) => ({ query: { companyId, tenantId } }),
  },
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
    prepare: (db, { company }) => layUser(db, { role: 'company', companyId: company.id }),
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
  listLicenceFolders: { names: [], input: () => ({ query: { limit: '1' } }) },
  createLicenceFolder: { names: [], input: () => ({ body: { name: 'New folder' } }) },
  renameLicenceFolder: {
    names: ['folderId'],
    input: ({ folderId }) => ({ params: { folderId }, body: { name: 'Renamed' } }),
  },
  deleteLicenceFolder: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  listLicences: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  exportLicences: { names: ['folderId'], input: ({ folderId }) => ({ params: { folderId } }) },
  createLicences: { names: ['folderId'], input: ({ folderId }) => ({ body: { amount: 1, folderId } }) },
  deleteLicences: { names: ['licenceId'], input: ({ licenceId }) => ({ query: { ids: licenceId, limit: '1' } }) },
  describeLicence: {
    names: ['licenceId'],
    input: ({ licenceId }) => ({ params: { licenceId }, body: { description: 'Lobby' } }),
  },
  detachLicence: { names: ['licenceId'], input: ({ licenceId }) => ({ params: { licenceId } }) },
  listTenants: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  getTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  createTenant: {
    names: ['companyId'],
    input: ({ companyId }) => ({ params: { companyId }, body: { name: 'New tenant' } }),
  },
  renameTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId }, body: { name: 'Renamed' } }) },
  deleteTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  getBadgeOptions: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  getDeliveryPhones: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  setDeliveryPhones: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { deliveryPhones: ['+4790000000'] } }),
  },
  setCustomSettings: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { enableCustomSettings: true } }),
  },
  getTenantSettings: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId } }) },
  getSettingsOfTenant: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  changeTenantSettings: {
    names: ['settingsId'],
    input: ({ settingsId }) => ({ params: { settingsId }, body: newSettings }),
    prepare: (db, { tenant }) =>
      db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute(),
  },
  // Who has no directory has nothing to synchronise.
  synchroniseEmployees: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId } }),
    answer: '409 noIntegration',
  },
  getSynchronisation: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  connectDirectory: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      body: { type: 'office365', groupId: 'group', code: 'code', state: 'state', url: returnPage },
    }),
    answer: '400 oauthStateInvalid',
  },
  testLoopbooking: {
    names: [],
    input: () => ({ body: { loopbookingDomain: 'not-ours.example', loopbookingCode: 'code' } }),
    answer: '400 loopbookingTestFailed',
  },
  connectLoopbooking: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      body: { loopbookingDomain: 'not-ours.example', loopbookingCode: 'code' },
    }),
    answer: '400 loopbookingTestFailed',
  },
  removeDirectory: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { shouldDeleteEmployees: false } }),
    answer: '409 noIntegration',
  },
  setTenantLogo: {
    names: ['tenantId', 'logoId'],
    input: ({ tenantId, logoId }) => ({ params: { tenantId }, body: { logoImageId: logoId } }),
  },
  listEmployees: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  createEmployee: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, body: { name: 'New', email: `new-${fresh()}@test.example` } }),
  },
  importEmployees: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ params: { tenantId }, file: csv(`Kari;kari-${fresh()}@test.example;`) }),
  },
  updateEmployee: {
    names: ['employeeId'],
    input: ({ employeeId }) => ({
      params: { employeeId },
      body: { name: 'Renamed', email: `new-${fresh()}@test.example` },
    }),
  },
  deleteEmployee: { names: ['employeeId'], input: ({ employeeId }) => ({ params: { employeeId } }) },
  setEmployeePhoto: {
    names: ['employeeId', 'photoId'],
    input: ({ employeeId, photoId }) => ({ params: { employeeId }, body: { photoId } }),
  },
  listImages: { names: ['tenantId'], input: ({ tenantId }) => ({ query: { tenantId, type: 'photo', limit: '1' } }) },
  uploadImage: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({ query: { tenantId, type: 'photo' }, file: png() }),
  },
  deleteImage: { names: ['photoId'], input: ({ photoId }) => ({ params: { imageId: photoId } }) },
  listVisitors: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  listTenantVisitors: { names: ['tenantId'], input: ({ tenantId }) => ({ params: { tenantId } }) },
  lookUpPhone: {
    names: ['companyId', 'tenantId'],
    input: ({ companyId, tenantId }) => ({ params: { companyId }, query: { phone: '+4790000000', tenantId } }),
  },
  printCurrentVisitors: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  registerVisit: {
    names: ['tenantId', 'employeeId'],
    input: ({ tenantId, employeeId }) => visitTo({ id: tenantId }, { employeeId }),
  },
  importVisitors: {
    names: ['tenantId'],
    input: ({ tenantId }) => ({
      params: { tenantId },
      query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' },
      file: csv(`${freshPhone()};Åse;Fjord`),
    }),
  },
  updateVisitor: {
    names: ['visitorId'],
    input: ({ visitorId }) => {
      const { name, companyName, phone } = visitTo({ id: 1 }).body;
      return { params: { visitorId }, body: { name, companyName, phone } };
    },
  },
  checkInExpected: { names: ['visitorId'], input: ({ visitorId }) => ({ body: { ids: [visitorId] } }) },
  checkOutVisitor: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }), visitor: 'inside' },
  printBadge: {
    names: ['visitorId'],
    input: ({ visitorId }) => ({
      params: { visitorId },
      query: { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' },
    }),
  },
  listPastVisits: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId } }) },
  exportPastVisits: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId }, query: {} }) },
  countArrivals: { names: ['companyId'], input: ({ companyId }) => ({ params: { companyId }, query: {} }) },
  exportVisitorData: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
  eraseVisitorData: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
  checkOutByBadge: {
    names: ['companyId'],
    input: ({ companyId, visitorId }) => ({
      params: { companyId },
      body: { code: badgeCode(testVault, { kind: 'visitor', id: visitorId }) },
    }),
    visitor: 'inside',
  },
  deleteVisitor: { names: ['visitorId'], input: ({ visitorId }) => ({ params: { visitorId } }) },
  listMessages: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId, limit: '1' } }) },
  retryMessage: { names: ['messageId'], input: ({ messageId }) => ({ params: { messageId } }) },
  listVisitMessages: { names: ['visitId'], input: ({ visitId }) => ({ params: { visitId } }), visitor: 'inside' },
  retryVisitMessage: {
    names: ['visitId', 'visitMessageId'],
    input: ({ visitId, visitMessageId: messageId }) => ({ params: { visitId, messageId } }),
    visitor: 'inside',
  },
  listAuditEntries: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId, limit: '1' } }) },
  exportAuditEntries: { names: ['companyId'], input: ({ companyId }) => ({ query: { companyId } }) },
};

/** The console's page, at the address that calls in the process go to. */
const linkPage = 'http://localhost/set-password';
/** The page that providers send the browser back to. */
const returnPage = 'http://localhost/tenant-redirect';

/** Makes the call of a probe. */
export async function tryProbe<Name extends EndpointName>(
  caller: Caller,
  name: Name,
  ids: Ids,
  site: Site,
): Promise<Answer<(typeof endpoints)[Name]>> {
  return caller.call(endpoints[name], probes[name].input(ids, site, tokens.get(ids.userId) ?? ''));
}

/** The links that invited users were sent, by the users' ids. */
const tokens = new Map<number, string>();

/** Rows of a site for a probe: of the tenant that has users, or of its neighbour. The visitor is nobody else's. */
export async function idsOf(
  db: Db,
  site: Site,
  name: EndpointName,
  of: 'tenant' | 'neighbour' = 'tenant',
): Promise<Ids> {
  const tenant = site[of];
  const { id: visitorId } = await layVisitor(
    db,
    site,
    probes[name].visitor === 'inside' ? { inside: tenant } : { expectedBy: tenant },
  );
  const settingsId = await layOwnSettings(db, site.company.id, tenant.id);
  await probes[name].prepare?.(db, site);
  const user = await layUser(db, { role: 'tenant', companyId: site.company.id, tenantId: tenant.id }, null);
  const link = await makeLink(db, user.id, new URL(linkPage), 1);
  tokens.set(user.id, link.slice(link.lastIndexOf('/') + 1));
  const folder = await layFolder(db);
  const visitMessageId = probes[name].visitor === 'inside' ? await layFailedAnnouncement(db, visitorId) : 0;
  const { id: licenceId } = await layLicence(db, folder);
  return {
    companyId: site.company.id,
    partnerId: site.partner.id,
    tenantId: tenant.id,
    employeeId: of === 'tenant' ? site.employee.id : site.neighbourEmployee.id,
    settingsId,
    logoId: await layImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'logo'),
    photoId: await layImage(db, { companyId: site.company.id, tenantId: tenant.id }, 'photo'),
    visitorId,
    visitId: await visitOf(db, visitorId),
    visitMessageId,
    folderId: folder.id,
    licenceId,
    messageId: await layFailedMessage(db, site.company),
    userId: user.id,
  };
}
