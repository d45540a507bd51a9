import type { AuditEntry } from '@vestibule/contract/operation/audit.ts';
import type { AuditAction, AuditSubject } from '@vestibule/contract/platform/audit-words.ts';

type Before<Action> = Action extends `${infer Thing}.${string}` ? Thing : never;
type After<Action, Thing extends string> = Action extends `${Thing}.${infer Act}` ? Act : never;

/** A text for every action, below its subject. */
type ActionTexts = { [Thing in Before<AuditAction>]: Record<After<AuditAction, Thing>, string> };

const action: ActionTexts = {
  session: {
    started: 'Signed in',
    ended: 'Signed out',
    failed: 'Refused a wrong password or code',
    blocked: 'Blocked sign-in for an hour',
    passwordChanged: 'Changed the password',
    secondFactorAdded: 'Set up two-step sign-in',
    secondFactorRemoved: 'Turned off two-step sign-in',
    recoveryCodesRenewed: 'Made new recovery codes',
    recoveryCodeUsed: 'Used a recovery code',
  },
  user: {
    invited: 'Invited a user',
    deleted: 'Deleted a user',
    secondFactorReset: 'Removed the second step of a user',
  },
  company: {
    created: 'Created a company',
    renamed: 'Renamed the company',
    configured: 'Changed the company’s settings',
    deleted: 'Deleted the company',
    left: 'Left the company',
  },
  partner: {
    created: 'Created a partner',
    renamed: 'Renamed a partner',
    deleted: 'Deleted a partner',
    attached: 'Added a partner to the company',
    detached: 'Unassigned a partner from the company',
  },
  licenseFolder: {
    created: 'Created a license folder',
    renamed: 'Renamed a license folder',
    deleted: 'Deleted a license folder',
  },
  license: {
    created: 'Added license keys',
    described: 'Described a license key',
    detached: 'Detached a device from a license key',
    deleted: 'Deleted a license key',
    activated: 'Activated a license key',
  },
  message: { retried: 'Sent a message again', released: 'Released a held message' },
  tenant: {
    created: 'Added a tenant',
    renamed: 'Renamed a tenant',
    logoChanged: 'Changed the logo of a tenant',
    deliveryPhonesChanged: 'Changed the delivery phones of a tenant',
    deleted: 'Deleted a tenant',
    customSettingsOn: 'Turned on a tenant’s own settings',
    customSettingsOff: 'Turned off a tenant’s own settings',
  },
  tenantSettings: { changed: 'Changed the settings for tenants' },
  directory: {
    connected: 'Connected a tenant to a directory',
    synchronized: 'Synchronized the employees of a tenant',
    removed: 'Removed the directory of a tenant',
  },
  employee: {
    created: 'Added an employee',
    changed: 'Edited an employee',
    deleted: 'Deleted an employee',
    photoChanged: 'Changed the photo of an employee',
  },
  image: { uploaded: 'Uploaded a picture', deleted: 'Deleted a picture' },
  visitor: {
    listed: 'Viewed the visitors',
    lookedUp: 'Looked up a visitor’s phone',
    printed: 'Printed the evacuation list',
    badgePrinted: 'Printed a badge again',
    imported: 'Imported a visitor',
    changed: 'Edited a visitor',
    deleted: 'Deleted a visitor',
    exported: 'Exported the data of a visitor',
    erased: 'Erased a visitor',
  },
  visit: {
    checkedIn: 'Checked a visitor in',
    checkedOut: 'Checked a visitor out',
    reopened: 'Undid a check-out',
    listed: 'Viewed past visits',
    exported: 'Exported past visits',
  },
  kiosk: {
    created: 'Added a kiosk',
    changed: 'Edited a kiosk',
    customSettingsOn: 'Turned on a kiosk’s own settings',
    customSettingsOff: 'Turned off a kiosk’s own settings',
    rebooted: 'Rebooted a kiosk',
    upgraded: 'Updated the app of a kiosk',
    enrolled: 'Enrolled a kiosk',
    deviceConfirmed: 'Confirmed the device of a kiosk',
    deviceRejected: 'Rejected a device that used the code of a kiosk',
    codeRenewed: 'Renewed the code of a kiosk',
    deprovisioned: 'Removed a kiosk at its own screen',
    deleted: 'Deleted a kiosk',
  },
  kioskSettings: { changed: 'Changed the settings for kiosks' },
  refusedAct: { dismissed: 'Dismissed a refused kiosk visit' },
  delivery: { announced: 'Announced a delivery' },
  rollCall: {
    started: 'Started a roll call',
    joined: 'Followed a roll call',
    ended: 'Ended a roll call',
  },
  backup: { made: 'Made a backup', restored: 'Restored a backup' },
};

const subject: Record<AuditSubject, string> = {
  user: 'User',
  company: 'Company',
  partner: 'Partner',
  licenseFolder: 'License folder',
  license: 'License key',
  message: 'Message',
  tenant: 'Tenant',
  tenantSettings: 'Tenant settings',
  employee: 'Employee',
  image: 'Picture',
  visitor: 'Visitor',
  visit: 'Visit',
  backup: 'Backup',
  kiosk: 'Kiosk',
  kioskSettings: 'Kiosk settings',
  refusedAct: 'Kiosk’s refused act',
};

const role: Record<AuditEntry['role'], string> = {
  superAdmin: 'Super admin',
  partner: 'Partner',
  company: 'Company admin',
  reception: 'Reception',
  tenant: 'Tenant',
  kiosk: 'Kiosk',
  system: 'Automatic',
};

export const audit = {
  title: 'Audit log',
  none: 'Nothing has happened yet',
  noneHelp: 'Who did what, and when, appears here. Nothing in it can be changed or removed.',
  noMatch: 'Nothing that happened matches',
  noMatchHelp: 'Choose other days, another action, or look at everything.',
  kiosk: 'Kiosk {{number}}',
  system: 'Vestibule',
  deletedUser: 'User {{number}}, deleted',
  someUser: 'User {{number}}',
  export: 'Export',
  exportFailed: 'The audit log could not be exported. {{problem}}',
  column: { when: 'When', who: 'Who', role: 'Role', what: 'What', thing: 'Thing', company: 'Company' },
  filter: {
    label: 'Show only',
    action: 'What',
    anything: 'Anything',
    days: 'Days begin and end at midnight UTC.',
    onlyBy: 'Only what {{who}} did',
    by: 'By {{who}}',
    everybody: 'Show all users',
    clear: 'Clear filters',
  },
  role,
  action,
  subject,
};
