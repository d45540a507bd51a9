import { exportAuditEntries, listAuditEntries } from './audit.ts';
import { checkOutByBadge, printBadge } from './badge.ts';
import {
  createCompany,
  deleteCompany,
  getCompany,
  getNotificationEmails,
  leaveCompany,
  listAllCompanies,
  listPartnerCompanies,
  putNotificationEmails,
  renameCompany,
  setCompanyPreferences,
  setNotificationEmails,
} from './company.ts';
import { createEmployee, deleteEmployee, importEmployees, listEmployees, updateEmployee } from './employee.ts';
import {
  createLicenceFolder,
  createLicences,
  deleteLicenceFolder,
  deleteLicences,
  describeLicence,
  detachLicence,
  exportLicences,
  listLicenceFolders,
  listLicences,
  renameLicenceFolder,
} from './licence.ts';
import { listMessages, retryMessage } from './message.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts';
import {
  attachPartner,
  createPartner,
  deletePartner,
  detachPartner,
  getPartner,
  listAllPartners,
  listCompanyPartners,
  renamePartner,
} from './partner.ts';
import { checkToken, requestReset, restorePassword } from './recovery.ts';
import { checkOutVisitor, registerVisit } from './registration.ts';
import { changePassword, getSession, login, logout, openLiveChannel } from './session.ts';
import { changeTenantSettings, getSettingsOfTenant, getTenantSettings, setCustomSettings } from './settings.ts';
import { createTenant, getTenant, listTenants, renameTenant } from './tenant.ts';
import { deleteUser, deleteUsers, inviteAgain, inviteUser, listUsers } from './user.ts';
import { deleteVisitor, listVisitors, lookUpPhone, printCurrentVisitors, updateVisitor } from './visitor.ts';
import { authorizeWorkAccount, getSignInOptions, signInWithWorkAccount } from './work-account.ts';

/** Every call there is, by name. */
export const endpoints = {
  login,
  logout,
  getSession,
  getSignInOptions,
  authorizeWorkAccount,
  signInWithWorkAccount,
  changePassword,
  listOwnSessions,
  endOwnSession,
  requestReset,
  endOtherSessions,
  checkToken,
  restorePassword,
  openLiveChannel,
  listUsers,
  inviteUser,
  inviteAgain,
  deleteUser,
  deleteUsers,
  listAllCompanies,
  listPartnerCompanies,
  getCompany,
  createCompany,
  renameCompany,
  setCompanyPreferences,
  getNotificationEmails,
  setNotificationEmails,
  putNotificationEmails,
  deleteCompany,
  leaveCompany,
  listAllPartners,
  listCompanyPartners,
  getPartner,
  createPartner,
  renamePartner,
  deletePartner,
  attachPartner,
  detachPartner,
  listLicenceFolders,
  createLicenceFolder,
  renameLicenceFolder,
  deleteLicenceFolder,
  listLicences,
  exportLicences,
  createLicences,
  deleteLicences,
  describeLicence,
  detachLicence,
  listTenants,
  getTenant,
  createTenant,
  renameTenant,
  setCustomSettings,
  getTenantSettings,
  getSettingsOfTenant,
  changeTenantSettings,
  listEmployees,
  createEmployee,
  importEmployees,
  updateEmployee,
  deleteEmployee,
  listVisitors,
  lookUpPhone,
  printCurrentVisitors,
  registerVisit,
  updateVisitor,
  checkOutVisitor,
  deleteVisitor,
  listMessages,
  retryMessage,
  listAuditEntries,
  printBadge,
  checkOutByBadge,
  exportAuditEntries,
};

export type EndpointName = keyof typeof endpoints;
