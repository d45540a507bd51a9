import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { ListQuery } from '@vestibule/contract/platform/values.ts';
import { sql } from 'kysely';
import { type Db, transaction } from '../../platform/db/database.ts';
import { requireCompanyScope } from '../scope/scope.ts';
import { toPage } from '../../platform/http/list.ts';
import { found, Refusal } from '../../platform/http/refusal.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { companyCreated } from './company.events.ts';
import { findCompany, listCompanies, toCompany } from './company.store.ts';

/** A company in the actor's scope, as the actor may see it. @throws {Refusal} `notFound` */
export async function readCompany(db: Db, actor: Actor, companyId: number): Promise<Company> {
  return toCompany(found(await findCompany(db, actor, companyId)), actor);
}

/** Companies by name: those of a partner, or all that the actor may see. */
export async function readCompanies(
  db: Db,
  actor: Actor,
  query: ListQuery,
  partnerId?: number,
): Promise<Rows<Company>> {
  const { rows, counted } = await listCompanies(db, actor, query, partnerId);
  const page = toPage(rows, query, counted, (row) => ({ key: row.folded_name, id: row.id }));
  return { ...page, rows: page.rows.map((row) => toCompany(row, actor)) };
}

/** Refuses a company that does not exist or is outside of the actor's scope. @throws {Refusal} `notFound` */
export async function requireCompany(db: Db, actor: Agent, companyId: number): Promise<void> {
  requireCompanyScope(actor, companyId);
  // Everyone but a superAdmin has a fixed list of companies, which holds only ones that exist.
  if (actor.companyIds !== 'all') return;
  const row = await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('notFound');
}

interface NewCompany {
  name: string;
  /** ISO 3166-1 alpha-2; phones without a country code are read as numbers of this country. */
  countryCode: string;
  /** IANA name. */
  timeZone: string;
  partnerId?: number;
}

/** Makes a company with its settings, attached to the partner that makes it, if one does. Answers its id. */
export async function createCompany(db: Db, { name, countryCode, timeZone, partnerId }: NewCompany): Promise<number> {
  return transaction(db, async (db) => {
    const { id } = await db
      .insertInto('company')
      .values({ name, time_zone: timeZone, partner_id: partnerId ?? null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await companyCreated.publish(db, { companyId: id, countryCode });
    if (partnerId !== undefined) {
      await sql`insert into company_partner (company_id, partner_id) values (${id}, ${partnerId})`.execute(db);
    }
    return id;
  });
}
