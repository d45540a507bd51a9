import { exportAuditEntries, listAuditEntries } from './operation/audit.ts';
import { printBadge } from './visits/badge.ts';
import { checkOutByBadge, lookUpPass } from './visits/scan.ts';
import { getCompany, listAllCompanies, listPartnerCompanies } from './accounts/company.ts';
import {
  createCompany,
  deleteCompany,
  leaveCompany,
  renameCompany,
  setCompanyPreferences,
} from './accounts/company-edit.ts';
import { getNotificationEmails, putNotificationEmails, setNotificationEmails } from './accounts/notification-emails.ts';
import {
  activateDevice,
  announceDelivery,
  announceDevice,
  deprovisionDevice,
  fetchDeviceToken,
  getDeviceConfig,
  getDeviceImages,
  listDeviceTenants,
  reportDeviceRefusals,
  rotateDeviceToken,
  unlockDevice,
} from './kiosks/device.ts';
import {
  checkOutAtDevice,
  lookUpBadgeAtDevice,
  lookUpPhoneAtDevice,
  registerVisitAtDevice,
} from './kiosks/device-visit.ts';
import { openDeviceChannel } from './kiosks/device-channel.ts';
import { dismissRefusedActs, listRefusedActs } from './kiosks/device-refusal.ts';
import { setCustomSettings } from './building/custom-settings.ts';
import { getDeliveryPhones, setDeliveryPhones } from './building/delivery-phones.ts';
import { eraseDataOfPhone, eraseVisitorData, exportDataOfPhone, exportVisitorData } from './visits/data-request.ts';
import {
  connectDirectory,
  connectLoopbooking,
  getSynchronisation,
  removeDirectory,
  synchroniseEmployees,
  testLoopbooking,
} from './building/directory.ts';
import { listEmployees } from './building/employee.ts';
import {
  createEmployee,
  deleteEmployee,
  importEmployees,
  updateEmployee,
  setEmployeePhoto,
} from './building/employee-edit.ts';
import { deleteImage, listImages, uploadImage } from './building/image-storage.ts';
import { countArrivals, exportPastVisits, listPastVisits } from './visits/history.ts';
import { listKioskCodes, listKiosks } from './kiosks/kiosk.ts';
import {
  confirmKioskDevice,
  createKiosk,
  deleteKiosk,
  rebootKiosk,
  rebootKioskByGet,
  rejectKioskDevice,
  renewKioskCode,
  setKioskCustomSettings,
  updateKiosk,
  upgradeAllKiosks,
  upgradeAllKiosksByGet,
  upgradeKiosk,
  upgradeKioskByGet,
} from './kiosks/kiosk-edit.ts';
import { changeKioskSettings, getKioskSettings } from './kiosks/kiosk-settings.ts';
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
} from './kiosks/licence.ts';
import { listMessages, listVisitMessages, releaseMessage, retryMessage, retryVisitMessage } from './visits/message.ts';
import { endOtherSessions, endOwnSession, listOwnSessions } from './accounts/own-sessions.ts';
import { getPartner, listAllPartners, listCompanyPartners } from './accounts/partner.ts';
import { attachPartner, createPartner, deletePartner, detachPartner, renamePartner } from './accounts/partner-edit.ts';
import { checkToken, requestReset, restorePassword } from './accounts/recovery.ts';
import { checkOutVisitor, registerVisit } from './visits/registration.ts';
import { checkInExpected, importVisitors } from './visits/expected.ts';
import { endRollCall, getRollCall, startRollCall, tickRollCall } from './visits/roll-call.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  resetSecondFactor,
  takeSecondStep,
} from './accounts/second-factor.ts';
import { changePassword, getSession, login, logout } from './accounts/session.ts';
import { openLiveChannel } from './visits/live-channel.ts';
import { changeTenantSettings, getSettingsOfTenant, getTenantSettings } from './building/settings.ts';
import {
  createTenant,
  deleteTenant,
  getBadgeOptions,
  getTenant,
  listTenants,
  listTenantsWithBadges,
  renameTenant,
  setTenantLogo,
} from './building/tenant.ts';
import { getSystemStatus } from './operation/status.ts';
import { deleteUser, deleteUsers, inviteAgain, inviteUser, listSecondFactors, listUsers } from './accounts/user.ts';
import { listUntoldVisits } from './visits/visit.ts';
import {
  deleteVisitor,
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  printCurrentVisitors,
  updateVisitor,
} from './visits/visitor.ts';
import { authorizeWorkAccount, signInWithWorkAccount } from './accounts/work-account.ts';

/** Every call there is, by name. */
export const endpoints = {
  login,
  logout,
  getSession,
  authorizeWorkAccount,
  signInWithWorkAccount,
  takeSecondStep,
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  resetSecondFactor,
  changePassword,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  requestReset,
  checkToken,
  restorePassword,
  openLiveChannel,
  listUsers,
  listSecondFactors,
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
  deleteTenant,
  getBadgeOptions,
  listTenantsWithBadges,
  getDeliveryPhones,
  setDeliveryPhones,
  setCustomSettings,
  getTenantSettings,
  getSettingsOfTenant,
  changeTenantSettings,
  setTenantLogo,
  synchroniseEmployees,
  getSynchronisation,
  connectDirectory,
  testLoopbooking,
  connectLoopbooking,
  removeDirectory,
  listEmployees,
  createEmployee,
  importEmployees,
  updateEmployee,
  deleteEmployee,
  setEmployeePhoto,
  listImages,
  uploadImage,
  deleteImage,
  listVisitors,
  listTenantVisitors,
  lookUpPhone,
  printCurrentVisitors,
  registerVisit,
  importVisitors,
  checkInExpected,
  updateVisitor,
  checkOutVisitor,
  printBadge,
  checkOutByBadge,
  lookUpPass,
  deleteVisitor,
  listKiosks,
  listKioskCodes,
  createKiosk,
  updateKiosk,
  setKioskCustomSettings,
  deleteKiosk,
  confirmKioskDevice,
  rejectKioskDevice,
  renewKioskCode,
  rebootKiosk,
  rebootKioskByGet,
  upgradeKiosk,
  upgradeKioskByGet,
  upgradeAllKiosks,
  upgradeAllKiosksByGet,
  getKioskSettings,
  changeKioskSettings,
  announceDevice,
  fetchDeviceToken,
  rotateDeviceToken,
  activateDevice,
  getDeviceConfig,
  getDeviceImages,
  listDeviceTenants,
  lookUpPhoneAtDevice,
  lookUpBadgeAtDevice,
  registerVisitAtDevice,
  checkOutAtDevice,
  reportDeviceRefusals,
  announceDelivery,
  unlockDevice,
  deprovisionDevice,
  openDeviceChannel,
  listRefusedActs,
  dismissRefusedActs,
  listMessages,
  retryMessage,
  releaseMessage,
  listVisitMessages,
  listUntoldVisits,
  retryVisitMessage,
  listAuditEntries,
  exportVisitorData,
  eraseVisitorData,
  exportDataOfPhone,
  eraseDataOfPhone,
  listPastVisits,
  exportPastVisits,
  countArrivals,
  getRollCall,
  startRollCall,
  tickRollCall,
  endRollCall,
  exportAuditEntries,
  getSystemStatus,
};

export type EndpointName = keyof typeof endpoints;
