import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { AuditEntry, AuditFilter } from '@vestibule/contract/operation/audit.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { auditExport as titles } from '@vestibule/phrases/en/operation/server.ts';
import { requireCompany } from '../../accounts/company/company.ts';
import type { Db } from '../../platform/db/database.ts';
import { type CsvColumns, csvFile, recordsInFile } from '../../platform/csv/csv.ts';
import { inBatches, readCursor, maxRecords, toPage } from '../../platform/http/list.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Rows, Streamed } from '../../platform/http/answer.ts';
import { type AuditRow, countEntries, hasLog, listEntries, toEntry } from './audit-log.store.ts';

const columns: CsvColumns<AuditRow> = [
  { key: 'at', header: titles.at },
  { key: 'user_id', header: titles.userId },
  { key: 'user_email', header: titles.userEmail },
  { key: 'role', header: titles.role },
  { key: 'action', header: titles.action },
  { key: 'subject', header: titles.subject },
  { key: 'subject_id', header: titles.subjectId },
  { key: 'company_id', header: titles.companyId },
];

export async function readAuditLog(
  db: Db,
  actor: Actor,
  filter: AuditFilter,
  { limit = maxRecords, ...query }: Omit<ListQuery, 'search'>,
): Promise<Rows<AuditEntry>> {
  await requireLog(db, actor, filter);
  const inZone = { ...filter, timeZone: await findTimeZone(db, filter.companyId) };
  const beforeId = readCursor(query)?.id;
  const rows = await listEntries(db, actor, inZone, { beforeId, limit: limit + 1, withNames: true });
  const counted = await countEntries(db, actor, inZone);
  const page = toPage(rows, { limit }, counted, (row) => ({ key: row.at, id: row.id }));
  return { ...page, rows: page.rows.map(toEntry) };
}

export async function exportAuditLog(db: Db, actor: Actor, filter: AuditFilter): Promise<Streamed<{ csv: string }>> {
  await requireLog(db, actor, filter);
  const inZone = { ...filter, timeZone: await findTimeZone(db, filter.companyId) };
  const entries = inBatches<AuditRow>(
    (last, limit) => listEntries(db, actor, inZone, { beforeId: last?.id, limit }),
    recordsInFile,
  );
  return { csv: csvFile(columns, entries) };
}

async function requireLog(db: Db, actor: Actor, { companyId }: AuditFilter): Promise<void> {
  if (companyId === undefined) {
    if (actor.role !== 'superAdmin') throw new Refusal('notAllowed');
    return;
  }
  // The log outlives its company.
  if (actor.role === 'superAdmin' && (await hasLog(db, companyId))) return;
  await requireCompany(db, actor, companyId);
}

/** UTC for the log of the system, and of a company that is gone. */
async function findTimeZone(db: Db, companyId: number | undefined): Promise<string> {
  if (companyId === undefined) return 'UTC';
  const company = await db.selectFrom('company').select('time_zone').where('id', '=', companyId).executeTakeFirst();
  return company?.time_zone ?? 'UTC';
}
