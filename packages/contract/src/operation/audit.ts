import { z } from 'zod';
import { roles } from '../platform/access.ts';
import { auditActions, auditSubjects } from '../platform/audit-words.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Day, Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

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
  summary: 'List the audit log',
  access: 'audit.read',
  query: ListQuery.omit({ search: true }).extend(filter),
  reply: z.array(AuditEntry),
  paged: true,
});

/** The same as a CSV file. */
export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary: 'Export the audit log as CSV',
  access: 'audit.read',
  query: z.strictObject(filter),
  reply: z.object({ csv: z.string() }),
  streamed: true,
});
