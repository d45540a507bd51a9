import { z } from 'zod';
import { roles } from '../platform/access.ts';
import { auditActions, auditSubjects } from '../platform/audit-words.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

/** Names are not stored: name and e-mail address are the current ones. */
export const AuditEntry = z.object({
  id: Id,
  at: Moment,
  companyId: Id.nullable(),
  /** A user, a kiosk, an employee or a guest; 0 for the program. */
  userId: z.int().nonnegative(),
  userName: z.string().nullable(),
  userEmail: z.string().nullable(),
  role: z.enum([...roles, 'kiosk', 'host', 'pass', 'system']),
  action: z.enum(auditActions),
  subject: z.enum(auditSubjects),
  subjectId: Id.nullable(),
  /** The current name. Null once it is erased, and for subjects without a name. */
  subjectName: z.string().nullable(),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const filter = {
  companyId: IdParam.optional(),
  userId: IdParam.optional(),
  /** Kiosks have ids of their own. */
  kioskId: IdParam.optional(),
  action: z.enum(auditActions).optional(),
  /** Inclusive days of the building's calendar; in UTC without a company. */
  from: Day.optional(),
  to: Day.optional(),
};
export const AuditFilter = z.object(filter);
export type AuditFilter = z.output<typeof AuditFilter>;

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log',
  standby: true,
  access: 'audit.read',
  query: ListQuery.omit({ search: true }).extend(filter),
  reply: z.array(AuditEntry),
  paged: true,
});

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the audit log as CSV',
  standby: true,
  access: 'audit.read',
  query: z.strictObject(filter),
  reply: z.object({ csv: z.string() }),
  streamed: true,
});
