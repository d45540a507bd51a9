import { getCompany, listAllCompanies, listPartnerCompanies } from './company.ts';
import { createEmployee, deleteEmployee, listEmployees, updateEmployee } from './employee.ts';
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
import { getPartner } from './partner.ts';
import { checkOutVisitor, registerVisit } from './registration.ts';
import { changePassword, getSession, login, logout, openLiveChannel } from './session.ts';
import { createTenant, getTenant, listTenants, renameTenant } from './tenant.ts';
import { deleteVisitor, listVisitors, lookUpPhone, printCurrentVisitors, updateVisitor } from './visitor.ts';

/** Every call there is, by name. */
export const endpoints = {
  login,
  logout,
  getSession,
  changePassword,
  openLiveChannel,
  listAllCompanies,
  listPartnerCompanies,
  getCompany,
  getPartner,
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
  listEmployees,
  createEmployee,
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
};

export type EndpointName = keyof typeof endpoints;
