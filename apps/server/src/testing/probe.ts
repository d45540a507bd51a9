import { randomUUID } from 'node:crypto';
import type { EndpointName } from '@vestibule/contract/endpoints.ts';
import { badgeCode } from '../visits/badge/code.ts';
import type { Db } from '../platform/db/database.ts';
import { seedUser, type Site } from './building.ts';
import { csv } from './files.ts';
import { fresh, freshPhone } from './fresh.ts';
import { freshHash, newKioskSettings } from './kiosks.ts';
import { testPassword } from './password.ts';
import { testVault } from './server.ts';
import { newSettings } from './settings.ts';

export const linkPage = 'http://localhost/set-password';

const returnPage = 'http://localhost/tenant-redirect';

export const missingId = 2_000_000_000;

export interface Ids {
  companyId: number;
  partnerId: number;
  tenantId: number;
  employeeId: number;
  settingsId: number;
  logoId: number;
  photoId: number;
  visitorId: number;
  visitId: number;
  visitMessageId: number;
  invitationId: number;
  invitedGuestId: number;
  folderId: number;
  licenseId: number;
  messageId: number;
  userId: number;
  kioskId: number;
  pendingKioskId: number;
  kioskSettingsId: number;
  backgroundId: number;
}

export interface ProbeContext {
  ids: Ids;
  site: Site;
  token: string;
  /** Of the pass of `invitedGuestId`; unknown for another guest. */
  pass: string;
  /** Of the link that answers `visitId`. */
  answer: string;
  stay: string;
}

type Values = Record<string, (context: ProbeContext) => unknown>;

export const usualRows = new Map<string, keyof Ids>([
  ['companyId', 'companyId'],
  ['partnerId', 'partnerId'],
  ['tenantId', 'tenantId'],
  ['employeeId', 'employeeId'],
  ['settingsId', 'settingsId'],
  ['imageId', 'photoId'],
  ['photoId', 'photoId'],
  ['logoImageId', 'logoId'],
  ['visitorId', 'visitorId'],
  ['visitId', 'visitId'],
  ['invitationId', 'invitationId'],
  ['guestId', 'invitedGuestId'],
  ['folderId', 'folderId'],
  ['licenseId', 'licenseId'],
  ['messageId', 'messageId'],
  ['userId', 'userId'],
  ['kioskId', 'kioskId'],
]);

/** If the path names no row, the probe names the first of these optional ids that the call has. */
export const usualFilters = ['tenantId', 'kioskId', 'companyId'];

/** Values of properties whose schemas accept more than the call does. */
export const usualValues: Values = {
  name: () => `New ${fresh()}`,
  companyName: () => 'Baltic Freight',
  email: () => `new-${fresh()}@test.example`,
  notificationEmails: () => ['desk@test.example'],
  phone: () => freshPhone(),
  deliveryPhones: () => ['+4790000000'],
  enableCustomSettings: () => true,
  url: () => linkPage,
  token: ({ token }) => token,
  hash: () => freshHash(),
  mac: () => '02:00:00:00:00:01',
  partnerCode: ({ site }) => site.partner.code,
  password: () => newPassword,
  confirmPassword: () => newPassword,
  newPassword: () => newPassword,
  currentPassword: () => testPassword,
  sessionId: () => missingId,
  rollCallId: () => missingId,
};

const newPassword = 'Another-Horse-8!';

export const anyValues = [
  () => null,
  () => false,
  () => [],
  () => 1,
  () => '1',
  () => 'something',
  () => 'false',
  () => '123456',
  () => `new-${fresh()}@test.example`,
  () => randomUUID(),
  () => new Date().toISOString(),
];

interface ProbeException {
  rows?: Record<string, keyof Ids>;
  values?: Values;
  file?: () => File;
  prepare?: (db: Db, site: Site) => Promise<unknown>;
  /** Status and reason, if the site has no row on which the call succeeds. */
  answer?: string | { signedIn: string; signedOut: string };
  visitor?: 'inside';
}

const ofPendingKiosk = { rows: { kioskId: 'pendingKioskId' } } as const;
const inHours = (hours: number) => () => new Date(Date.now() + hours * 3_600_000).toISOString();
const oneGuest = { guests: () => [{ name: `Guest ${fresh()}`, phone: freshPhone() }] };
const emailOfReception = ({ site }: ProbeContext) => site.users.reception.email;
const codeOfVisitor = ({ ids }: ProbeContext) => badgeCode(testVault, { kind: 'visitor', id: ids.visitorId });

async function giveHost(db: Db, { tenant, employee, neighbor, neighborEmployee }: Site): Promise<void> {
  for (const [{ id: tenantId }, { id }] of [[tenant, employee] as const, [neighbor, neighborEmployee] as const]) {
    await db.updateTable('visit').set({ employee_id: id }).where('tenant_id', '=', tenantId).execute();
  }
}

const ofAnswer = {
  values: { token: ({ answer }: ProbeContext) => answer, kind: () => 'colleague' },
  prepare: giveHost,
  visitor: 'inside',
} as const;
const ofStay = {
  values: { token: ({ stay }: ProbeContext) => stay },
  prepare: (db: Db, { tenant }: Site) =>
    db.updateTable('visit').set({ asked_at: new Date() }).where('tenant_id', '=', tenant.id).execute(),
  visitor: 'inside',
} as const;
const ofPass = { values: { token: ({ pass }: ProbeContext) => pass } };

export const exceptions: Partial<Record<EndpointName, ProbeException>> = {
  login: { values: { email: emailOfReception, password: () => testPassword } },
  requestReset: { values: { email: emailOfReception } },
  authorizeWorkAccount: { answer: '404 notFound' },
  signInWithWorkAccount: { answer: '400 oauthStateInvalid' },
  takeSecondStep: { answer: '410 secondStepOver' },
  beginSecondFactor: {
    values: { password: () => testPassword },
    answer: { signedIn: '200', signedOut: '410 secondStepOver' },
  },
  confirmSecondFactor: { answer: { signedIn: '409 noSecondFactor', signedOut: '410 secondStepOver' } },
  renewRecoveryCodes: { answer: '409 noSecondFactor' },
  removeSecondFactor: { answer: '409 noSecondFactor' },
  resetSecondFactor: { answer: '409 noSecondFactor' },
  endOwnSession: { answer: '404 notFound' },
  openLiveChannel: { rows: { companyId: 'companyId', tenantId: 'tenantId' } },

  deleteUsers: { rows: { ids: 'userId' } },
  createCompany: { rows: { partnerId: 'partnerId' } },
  setCompanyPreferences: { values: { badgePaper: () => 'a6', receptionPhone: () => freshPhone() } },
  leaveCompany: { prepare: (db, { company }) => seedUser(db, { role: 'company', companyId: company.id }) },
  attachPartner: {
    prepare: (db, { partner }) => db.deleteFrom('company_partner').where('partner_id', '=', partner.id).execute(),
  },

  changeTenantSettings: {
    values: { enableGdpr: () => true },
    prepare: (db, { tenant }) =>
      db.updateTable('tenant').set({ enable_custom_settings: true }).where('id', '=', tenant.id).execute(),
  },
  previewMessages: { values: { settings: () => newSettings } },
  sendTestMessage: { values: { settings: () => newSettings, kind: () => 'arrival', channel: () => 'email' } },
  importEmployees: { file: () => csv(`Kari;kari-${fresh()}@test.example;`) },
  uploadImage: { values: { type: () => 'photo' } },
  synchronizeEmployees: { answer: '409 noIntegration' },
  removeDirectory: { answer: '409 noIntegration' },
  connectDirectory: { values: { url: () => returnPage }, answer: '400 oauthStateInvalid' },
  testLoopbooking: { answer: '400 loopbookingTestFailed' },
  connectLoopbooking: { answer: '400 loopbookingTestFailed' },

  readAnswer: ofAnswer,
  giveAnswer: ofAnswer,
  getPass: ofPass,
  changePass: { values: { ...ofPass.values, phone: () => freshPhone() } },
  declinePass: ofPass,
  provePassPhone: { ...ofPass, answer: '403 incorrectCode' },
  sendPassCode: ofPass,
  keepPassInside: { ...ofPass, answer: '409 visitorIsNotCheckedIn' },
  readStay: ofStay,
  keepStay: ofStay,
  endStay: ofStay,
  checkOutPass: { ...ofPass, answer: '409 visitorIsNotCheckedIn' },
  deletePassData: ofPass,
  createInvitation: { values: { startsAt: inHours(1), endsAt: inHours(2), ...oneGuest } },
  createHostInvitation: { values: { startsAt: inHours(1), endsAt: inHours(2), ...oneGuest } },
  previewInvitation: { values: { startsAt: inHours(1), endsAt: inHours(2), guest: () => oneGuest.guests()[0] } },
  previewHostInvitation: { values: { startsAt: inHours(1), endsAt: inHours(2), guest: () => oneGuest.guests()[0] } },
  addGuestsOfHost: { values: oneGuest },
  takeHostLink: { answer: '404 linkInvalid' },
  signInHostWithWorkAccount: { answer: '400 oauthStateInvalid' },
  setStandIn: { values: { employeeId: () => null } },
  endHostSession: { answer: '404 notFound' },
  answerHostVisit: { prepare: giveHost, visitor: 'inside' },
  answerForHost: { prepare: giveHost, visitor: 'inside' },
  addGuests: { values: oneGuest },
  checkInGuests: { rows: { ids: 'invitedGuestId' } },
  readVisitorStates: { values: { ids: () => [missingId] } },
  listDestinations: { rows: { tenantId: 'tenantId' } },
  lookUpPhone: { rows: { tenantId: 'tenantId' } },
  importVisitors: { file: () => csv(`${freshPhone()};Åse;Fjord`) },
  checkInExpected: { rows: { ids: 'visitorId' } },
  printBadge: { values: { shouldPrintMainBadge: () => 'true', shouldPrintParkingBadge: () => 'true' } },
  checkOutVisitor: { visitor: 'inside' },
  reopenVisit: { answer: '409 visitorIsAlreadyCheckedIn', visitor: 'inside' },
  checkOutByBadge: { values: { code: codeOfVisitor }, visitor: 'inside' },
  lookUpPass: { values: { code: codeOfVisitor } },
  tickRollCall: { answer: '409 rollCallHasEnded' },
  retryMessages: { rows: { ids: 'messageId' } },
  listCompanyStates: { rows: { ids: 'companyId' } },
  releaseMessage: { answer: '409 messageIsNotHeld' },
  listVisitMessages: { visitor: 'inside' },
  retryGuestMessage: { answer: '404 notFound' },
  retryVisitMessage: { rows: { messageId: 'visitMessageId' }, visitor: 'inside' },

  confirmKioskDevice: ofPendingKiosk,
  rejectKioskDevice: ofPendingKiosk,
  renewKioskCode: ofPendingKiosk,
  changeKioskSettings: {
    rows: { settingsId: 'kioskSettingsId', backgroundImageId: 'backgroundId' },
    values: {
      ...Object.fromEntries(Object.entries(newKioskSettings).map(([name, value]) => [name, () => value])),
      background: () => 'image',
    },
  },
  deleteLicenses: { rows: { ids: 'licenseId' } },
  describeLicense: { values: { description: () => 'Lobby' } },

  fetchDeviceToken: { answer: '404 hashUnknown' },
  activateDevice: { answer: '404 licenseNotFound' },
  getHostStateAtDevice: { answer: '404 notFound' },
  lookUpPassAtDevice: { values: { pass: ({ pass }) => pass } },
  checkOutAtDevice: { values: { badgeCode: codeOfVisitor }, visitor: 'inside' },
  reportDeviceRefusals: { values: { tenantId: ({ ids }) => ids.tenantId } },
  announceDelivery: { answer: '409 noDeliveryPhones' },
  unlockDevice: { values: { password: () => '' } },
  deprovisionDevice: { answer: '403 passwordIncorrect' },

  listAuditEntries: { rows: { companyId: 'companyId' } },
  exportAuditEntries: { rows: { companyId: 'companyId' } },
};
