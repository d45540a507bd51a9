import { type Actor, isFromOutside } from '@vestibule/contract/platform/access.ts';
import type { HistoryFilter, PastVisit } from '@vestibule/contract/visits/history.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { historyExport as titles } from '@vestibule/phrases/en/visits/server.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { type CsvColumns, csvFile, recordsInFile } from '../../platform/csv/csv.ts';
import {
  inBatches,
  momentKey,
  type Position,
  readCursor,
  maxRecords,
  rowsToRead,
  toPage,
} from '../../platform/http/list.ts';
import type { Rows, Streamed } from '../../platform/http/answer.ts';
import { buildingTime } from '../../platform/values/building-time.ts';
import {
  clockOfCompany,
  countPastVisits,
  type HistoryQuery,
  listPastVisits,
  type PastVisitRow,
} from './history.store.ts';

export async function readHistory(
  db: Db,
  actor: Actor,
  companyId: number,
  { limit = maxRecords, cursor, search, ...filter }: ListQuery & HistoryFilter,
): Promise<Rows<PastVisit>> {
  const { timeZone } = await clockOfCompany(db, actor, companyId);
  if (isFromOutside(actor)) {
    await audit(db, actor, { action: 'visit.listed', companyId, subject: 'company', subjectId: companyId });
  }
  const query = { ...filter, search, companyId, timeZone };
  const after = readCursor({ cursor }, momentKey);
  const rows = await listPastVisits(db, actor, query, { after, limit: rowsToRead({ limit }) });
  const counted = await countPastVisits(db, actor, query);
  const page = toPage(rows, { limit }, counted, positionOf);
  return { ...page, rows: page.rows.map(toPastVisit) };
}

export async function exportHistory(
  db: Db,
  actor: Actor,
  companyId: number,
  filter: HistoryFilter & Pick<ListQuery, 'search'>,
): Promise<Streamed<{ csv: string }>> {
  const { timeZone } = await clockOfCompany(db, actor, companyId);
  await audit(db, actor, { action: 'visit.exported', companyId, subject: 'company', subjectId: companyId });
  return { csv: csvFile(columns, visitsInBatches(db, actor, { ...filter, companyId, timeZone })) };
}

interface ExportRow {
  day: string;
  checkedIn: string;
  checkedOut: string;
  name: string;
  company: string;
  phone: string;
  tenant: string;
  host: string;
}

const columns: CsvColumns<ExportRow> = [
  { key: 'day', header: titles.day },
  { key: 'checkedIn', header: titles.checkedIn },
  { key: 'checkedOut', header: titles.checkedOut },
  { key: 'name', header: titles.name },
  { key: 'company', header: titles.company },
  { key: 'phone', header: titles.phone },
  { key: 'tenant', header: titles.tenant },
  { key: 'host', header: titles.host },
];

async function* visitsInBatches(db: Db, actor: Actor, query: HistoryQuery): AsyncGenerator<ExportRow[]> {
  const { date, time } = buildingTime(query.timeZone);
  const visits = inBatches<PastVisitRow>(
    (last, limit) => listPastVisits(db, actor, query, { after: last && positionOf(last), limit }),
    recordsInFile,
  );
  for await (const rows of visits) {
    yield rows.map((row) => ({
      day: date(new Date(row.checked_in_at)),
      checkedIn: time(new Date(row.checked_in_at)),
      checkedOut: time(new Date(row.checked_out_at)),
      name: row.name,
      company: row.company_name,
      phone: row.phone,
      tenant: row.tenant_name,
      host: row.employee_name ?? row.former_host ?? '',
    }));
  }
}

function positionOf(row: PastVisitRow): Position {
  return { key: row.checked_in_at, id: row.id };
}

function toPastVisit(row: PastVisitRow): PastVisit {
  return {
    id: row.id,
    checkedInAt: row.checked_in_at,
    checkedOutAt: row.checked_out_at,
    visitor: { id: row.visitor_id, name: row.name, companyName: row.company_name, phone: row.phone },
    tenant: { id: row.tenant_id, name: row.tenant_name },
    employee:
      row.employee_id !== null && row.employee_name !== null ? { id: row.employee_id, name: row.employee_name } : null,
    formerHost: row.former_host,
  };
}
