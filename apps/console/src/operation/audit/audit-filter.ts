import { AuditFilter as Filter } from '@vestibule/contract/operation/audit.ts';
import type { z } from 'zod';

/** `from` and `to` are days in UTC, both included. */
export type AuditFilter = z.output<typeof auditFilter.schema>;

export const auditFilter = {
  schema: Filter.omit({ companyId: true }),
  names: { action: 'action', userId: 'user', kioskId: 'kiosk', from: 'since', to: 'until' },
} as const;
