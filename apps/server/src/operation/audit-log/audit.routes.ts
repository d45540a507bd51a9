import { exportAuditEntries, listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { exportAuditLog, readAuditLog } from './log.ts';

export function auditRoutes(app: FastifyInstance): void {
  route(app, listAuditEntries, ({ db, actor, query: { limit, cursor, ...filter } }) =>
    readAuditLog(db, actor, filter, { limit, cursor }),
  );
  route(app, exportAuditEntries, ({ db, actor, query }) => exportAuditLog(db, actor, query));
}
