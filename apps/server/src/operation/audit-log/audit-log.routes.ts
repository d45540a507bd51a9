import * as audit from '@vestibule/contract/operation/audit.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { exportAuditLog, readAuditLog } from './audit-log.ts';

export function auditRoutes(app: FastifyInstance): void {
  serve(app, audit, {
    listAuditEntries: ({ db, actor, query: { limit, cursor, ...filter } }) =>
      readAuditLog(db, actor, filter, { limit, cursor }),
    exportAuditEntries: ({ db, actor, query }) => exportAuditLog(db, actor, query),
  });
}
