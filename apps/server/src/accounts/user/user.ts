import type { Role } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

/** A user's role with the scope that belongs to it. */
export type RoleInScope =
  | { role: 'superAdmin' }
  | { role: 'partner'; partnerId: number }
  | { role: 'company' | 'reception'; companyId: number }
  | { role: 'tenant'; companyId: number; tenantId: number };

export interface NewUser {
  email: string;
  /** In the PHC format; null for somebody who was invited and has not set one. */
  passwordHash: string | null;
  place: RoleInScope;
}

/** Whether the user `u` can sign in: by a password, or by a work account. */
export const isActive = sql<boolean>`
  (u.password_hash is not null or exists (select from work_account w where w.user_id = u.id))`;

/** Makes a user. E-mail addresses are unique in the whole system. Answers the id. */
export async function createUser(db: Db, { email, passwordHash, place }: NewUser): Promise<number> {
  const { id } = await db
    .insertInto('user_account')
    .values({
      email: email.toLowerCase(),
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

/** Locks all who can administer a company, by id as `lockUsers` does. Answers those who can sign in. */
export async function lockActiveAdministrators(db: Db, companyId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number; is_active: boolean }>`
    select u.id, ${isActive} as is_active from user_account u
    where u.company_id = ${companyId} and u.role = 'company' order by u.id for update of u`.execute(db);
  return rows.filter((user) => user.is_active).map(({ id }) => id);
}

/**
 * Locks the users of a company, those of its tenants included, of a tenant or of a partner until the end of the transaction, by id as
 * `lockUsers` does. What one of them is creating right now is done before. Answers who they are.
 */
export async function lockUsersOf(
  db: Db,
  scope: 'company_id' | 'tenant_id' | 'partner_id',
  id: number,
): Promise<number[]> {
  const users = db.selectFrom('user_account').select('id').where(scope, '=', id).orderBy('id').forUpdate();
  return (await users.execute()).map((user) => user.id);
}

/** Answers the ids of a partner's users. */
export async function listUsersOfPartner(db: Db, partnerId: number): Promise<number[]> {
  const rows = await db.selectFrom('user_account').select('id').where('partner_id', '=', partnerId).execute();
  return rows.map(({ id }) => id);
}
