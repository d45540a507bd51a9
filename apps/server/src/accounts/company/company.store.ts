import { type Actor, can } from '@vestibule/contract/platform/access.ts';
import { badgePapers, type Company } from '@vestibule/contract/accounts/company.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { inScope } from '../scope/scope.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const CompanyRow = z.strictObject({
  id: int,
  name: text,
  partner_id: int.nullable(),
  notification_emails: z.array(text),
  time_zone: text,
  badge_paper: z.enum(badgePapers),
  auto_check_out_at: text.nullable(),
  has_reception: bool,
  reception_phone: text.nullable(),
  address: text.nullable(),
  directions: text.nullable(),
  folded_name: text,
  created_at: moment,
});
export type CompanyRow = z.infer<typeof CompanyRow>;

const columns = sql`c.id, c.name, c.partner_id, c.notification_emails, c.time_zone, c.badge_paper,
  to_char(c.auto_check_out_at, 'HH24:MI') as auto_check_out_at, c.has_reception, c.reception_phone, c.address, c.directions, c.folded_name, c.created_at`;

/** Locks the company, but not rows that refer to it. A scope read earlier would still contain a company deleted during the wait. */
export async function lockCompany(db: Db, actor: Actor, companyId: number): Promise<CompanyRow | undefined> {
  const { rows } = await typedSql(CompanyRow)`
    select ${columns} from company c where c.id = ${companyId} and c.deleted_at is null and ${inScope(actor, 'c.id')}
    for no key update of c`.execute(db);
  return rows[0];
}

export async function findCompany(db: Db, actor: Actor, companyId: number): Promise<CompanyRow | undefined> {
  const { rows } = await typedSql(CompanyRow)`
    select ${columns} from company c where c.id = ${companyId} and ${inScope(actor, 'c.id')}`.execute(db);
  return rows[0];
}

export function listCompanies(
  db: Db,
  actor: Actor,
  query: ListQuery,
  partnerId?: number,
): Promise<Counted<CompanyRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.system);
  const conditions: RawBuilder<unknown>[] = [inScope(actor, 'c.id')];
  if (partnerId !== undefined) {
    conditions.push(sql`c.id in (select company_id from company_partner where partner_id = ${partnerId})`);
  }
  if (pattern !== undefined) conditions.push(sql`c.folded_name like fold(${pattern})`);
  const further = after ? sql`and (c.folded_name, c.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: CompanyRow,
    select: sql`select ${columns} from company c`,
    from: sql`company c`,
    where: sql.join(conditions, sql` and `),
    further,
    order: sql`c.folded_name, c.id`,
    isSearch: pattern !== undefined,
  });
}

export function toCompany(row: CompanyRow, actor: Actor): Company {
  if (actor.role === 'tenant') return { id: row.id, name: row.name };
  const mayManageMails = can(actor, 'company.configure');
  const mayManagePartners = can(actor, 'partner.attach') || row.partner_id === actor.partnerId;
  return {
    id: row.id,
    name: row.name,
    ...(mayManagePartners && actor.role !== 'reception' && { partnerId: row.partner_id }),
    ...(mayManageMails && { notificationEmails: row.notification_emails }),
    timeZone: row.time_zone,
    badgePaper: row.badge_paper,
    autoCheckOutAt: row.auto_check_out_at,
    hasReception: row.has_reception,
    receptionPhone: row.reception_phone,
    address: row.address,
    directions: row.directions,
    createdAt: row.created_at,
  };
}
