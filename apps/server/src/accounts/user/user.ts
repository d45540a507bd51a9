import type { Role } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { bool, int, typedSql } from '../../platform/db/typed-sql.ts';
import { dropMessagesOf } from '../../platform/outbox/enqueue.ts';

export type RoleInScope =
  | { role: 'superAdmin' }
  | { role: 'partner'; partnerId: number }
  | { role: 'company' | 'reception'; companyId: number }
  | { role: 'tenant'; companyId: number; tenantId: number };

export interface NewUser {
  email: string;
  name?: string | null;
  passwordHash: string | null;
  place: RoleInScope;
}

export const isActive: RawBuilder<boolean> = sql`
  (u.password_hash is not null or exists (select from work_account w where w.user_id = u.id))`;

export async function createUser(db: Db, { email, name = null, passwordHash, place }: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('user_account')
    .values({
      email: email.toLowerCase(),
      name,
      role: place.role satisfies Role,
      password_hash: passwordHash,
      partner_id: 'partnerId' in place ? place.partnerId : null,
      company_id: 'companyId' in place ? place.companyId : null,
      tenant_id: 'tenantId' in place ? place.tenantId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockActiveAdministrators(db: Db, companyId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int, is_active: bool })`
    select u.id, ${isActive} as is_active from user_account u
    where u.company_id = ${companyId} and u.role = 'company' order by u.id for update of u`.execute(db);
  return rows.filter((user) => user.is_active).map(({ id }) => id);
}

export async function lockUsersOf(
  db: Db,
  scope: { company_id: number; tenant_id?: number } | { partner_id: number },
): Promise<number[]> {
  const users = db
    .selectFrom('user_account')
    .select('id')
    .where((eb) => eb.and(scope))
    .orderBy('id')
    .forUpdate();
  return (await users.execute()).map((user) => user.id);
}

/** Deletes locked users. Each deletion of users uses it, because messages to them must not wait. */
export async function deleteAccounts(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (delete from user_account where id = any(${[...ids]}::int[]) returning company_id, id)
    ${dropMessagesOf('user_id', sql`select company_id, id from gone`)}`.execute(db);
  await sql`select cancel_system_messages(id) from unnest(${[...ids]}::int[]) as id`.execute(db);
}

export async function listUsersOfPartner(db: Db, partnerId: number): Promise<number[]> {
  const rows = await db.selectFrom('user_account').select('id').where('partner_id', '=', partnerId).execute();
  return rows.map(({ id }) => id);
}
