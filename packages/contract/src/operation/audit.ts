import { z } from 'zod';
import { roles } from '../platform/access.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

/** What can be done, as the audit log names it: the thing, and what became of it. */
export const auditActions = [
  'session.started',
  'session.ended',
  'session.failed',
  'session.blocked',
  'session.passwordChanged',
  'session.secondFactorAdded',
  'session.secondFactorRemoved',
  'session.recoveryCodesRenewed',
  'session.recoveryCodeUsed',
  'user.invited',
  'user.deleted',
  'user.secondFactorReset',
  'company.created',
  'company.renamed',
  'company.configured',
  'company.deleted',
  'company.left',
  'partner.created',
  'partner.renamed',
  'partner.deleted',
  'partner.attached',
  'partner.detached',
  'licenceFolder.created',
  'licenceFolder.renamed',
  'licenceFolder.deleted',
  'licence.created',
  'licence.described',
  'licence.detached',
  'licence.deleted',
  'message.retried',
  'message.released',
  'tenant.created',
  'tenant.renamed',
  'tenant.deliveryPhonesChanged',
  'tenant.deleted',
  'tenant.customSettingsOn',
  'tenant.customSettingsOff',
  'tenantSettings.changed',
  'tenant.logoChanged',
  'directory.connected',
  'directory.synchronised',
  'directory.removed',
  'employee.created',
  'employee.changed',
  'employee.deleted',
  'employee.photoChanged',
  'image.uploaded',
  'image.deleted',
  'visitor.listed',
  'visitor.lookedUp',
  'visitor.printed',
  'visitor.badgePrinted',
  'visitor.imported',
  'visitor.changed',
  'visitor.deleted',
  'visitor.exported',
  'visitor.erased',
  'visit.checkedIn',
  'visit.checkedOut',
  'kiosk.created',
  'kiosk.changed',
  'kiosk.customSettingsOn',
  'kiosk.customSettingsOff',
  'kiosk.rebooted',
  'kiosk.upgraded',
  'kiosk.enrolled',
  'kiosk.deviceConfirmed',
  'kiosk.deviceRejected',
  'kiosk.codeRenewed',
  'kiosk.deprovisioned',
  'kiosk.deleted',
  'refusedAct.dismissed',
  'kioskSettings.changed',
  'licence.activated',
  'delivery.announced',
  'visit.listed',
  'visit.exported',
  'rollCall.started',
  'rollCall.joined',
  'rollCall.ended',
  'backup.made',
  'backup.restored',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditSubjects = [
  'user',
  'company',
  'partner',
  'licenceFolder',
  'licence',
  'message',
  'tenant',
  'tenantSettings',
  'employee',
  'image',
  'visitor',
  'visit',
  'kiosk',
  'kioskSettings',
  'backup',
  'refusedAct',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** Who did what to which row, and when. Names are not in the log: an e-mail address is the user's of today, if there still is one. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  companyId: Id.nullable(),
  /** A user, or a kiosk by its own number; 0 where the program acted by itself. */
  userId: z.int().nonnegative(),
  userEmail: z.string().nullable(),
  role: z.enum([...roles, 'kiosk', 'system']),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subjectId: Id.nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const filter = {
  companyId: IdParam.optional(),
  userId: IdParam.optional(),
  /** Kiosks have numbers of their own: one may be that of a user. */
  kioskId: IdParam.optional(),
  action: z.enum(auditActions).optional(),
  /** Days, both included, in UTC. */
  from: Day.optional(),
  to: Day.optional(),
};
export const AuditFilter = z.object(filter);
export type AuditFilter = z.output<typeof AuditFilter>;

/** The newest first, 200 of them where no limit is given. Of one company, or, for a superAdmin, of all. */
export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/audit',
  access: 'audit.read',
  query: ListQuery.omit({ search: true }).extend(filter),
  reply: z.array(AuditEntry),
  paged: true,
});

/** The same as a CSV file. */
export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/audit/export',
  access: 'audit.read',
  query: z.strictObject(filter),
  reply: z.object({ csv: z.string() }),
  streamed: true,
});
