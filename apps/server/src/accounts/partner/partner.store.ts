import type { Actor } from '@vestibule/contract/platform/access.ts';
import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { insertOfEntry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const PartnerRow = z.strictObject({
  id: int,
  name: text,
  code: text,
  folded_name: text,
  created_at: moment,
});
export type PartnerRow = z.infer<typeof PartnerRow>;

const columns = sql`p.id, p.name, p.code, p.folded_name, p.created_at`;

function visibleTo(actor: Actor): RawBuilder<boolean> {
  if (actor.companyIds === 'all') return sql`true`;
  if (actor.role === 'partner') return sql`p.id = ${actor.partnerId}`;
  return sql`p.id in (select partner_id from company_partner where company_id = any(${actor.companyIds}::int[]))`;
}

export async function findPartner(db: Db, actor: Actor, partnerId: number): Promise<PartnerRow | undefined> {
  const { rows } = await typedSql(PartnerRow)`
    select ${columns} from partner p where p.id = ${partnerId} and ${visibleTo(actor)}`.execute(db);
  return rows[0];
}

export async function lockPartner(db: Db, partnerId: number): Promise<PartnerRow | undefined> {
  const { rows } = await typedSql(PartnerRow)`
    select ${columns} from partner p where p.id = ${partnerId} for update`.execute(db);
  return rows[0];
}

export async function lockCompaniesOf(db: Db, partnerId: number): Promise<void> {
  await sql`select from company where partner_id = ${partnerId} order by id for no key update`.execute(db);
}

export async function findPartnerByCode(db: Db, code: string): Promise<PartnerRow | undefined> {
  const { rows } = await typedSql(PartnerRow)`select ${columns} from partner p where p.code = ${code}`.execute(db);
  return rows[0];
}

export function listPartners(db: Db, query: ListQuery, companyId?: number): Promise<Counted<PartnerRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.system);
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (companyId !== undefined) {
    conditions.push(sql`p.id in (select partner_id from company_partner where company_id = ${companyId})`);
  }
  if (pattern !== undefined) {
    conditions.push(sql`(p.folded_name like fold(${pattern}) or p.code like upper(${pattern}))`);
  }
  const further = after ? sql`and (p.folded_name, p.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: PartnerRow,
    select: sql`select ${columns} from partner p`,
    from: sql`partner p`,
    where: sql.join(conditions, sql` and `),
    further,
    order: sql`p.folded_name, p.id`,
    isSearch: pattern !== undefined,
  });
}

export async function insertPartner(db: Db, name: string, code: string): Promise<PartnerRow | undefined> {
  const { rows } = await typedSql(PartnerRow)`
    insert into partner as p (name, code) values (${name}, ${code})
    on conflict (code) do nothing returning ${columns}`.execute(db);
  return rows[0];
}

export async function insertAttachment(db: Db, companyId: number, partnerId: number): Promise<boolean> {
  const { rows } = await sql`
    insert into company_partner (company_id, partner_id) values (${companyId}, ${partnerId})
    on conflict do nothing returning partner_id`.execute(db);
  return rows.length > 0;
}

export async function deleteAttachment(db: Db, companyId: number, partnerId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from company_partner where company_id = ${companyId} and partner_id = ${partnerId}
    returning partner_id`.execute(db);
  return rows.length > 0;
}

export async function detachEverywhere(db: Db, actor: Actor, partnerId: number): Promise<void> {
  const act = { action: 'partner.detached', subject: 'partner', subjectId: partnerId } as const;
  await sql`
    with detached as (delete from company_partner where partner_id = ${partnerId} returning company_id)
    ${insertOfEntry(actor, { ...act, companyId: sql`company_id` }, sql`from detached`)}`.execute(db);
}

export function toPartner(row: PartnerRow): Partner {
  return { id: row.id, name: row.name, code: row.code, createdAt: row.created_at };
}
