import { type Actor, roles } from '@vestibule/contract/platform/access.ts';
import type { User, UserScope } from '@vestibule/contract/accounts/user.ts';
import { type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { type Counted, readList } from '../../platform/db/list.ts';
import { readCursor, searchPattern } from '../../platform/http/list.ts';
import { isActive } from './user.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const UserRow = z.strictObject({
  id: int,
  email: text,
  name: text.nullable(),
  role: z.enum(roles),
  company_id: int.nullable(),
  is_active: bool,
  created_at: moment,
});
export type UserRow = z.infer<typeof UserRow>;

const columns = sql`u.id, u.email, u.name, u.role, u.company_id, u.created_at, ${isActive} as is_active`;

function managedBy(actor: Actor): RawBuilder<boolean> {
  if (actor.role === 'superAdmin') return sql`true`;
  if (actor.role === 'tenant') return sql`u.tenant_id = ${actor.tenantId}`;
  const ofCompanies: RawBuilder<boolean> = sql`u.company_id = any(${actor.companyIds}::int[])`;
  return actor.role === 'partner' ? sql`(u.partner_id = ${actor.partnerId} or ${ofCompanies})` : ofCompanies;
}

export async function findUser(db: Db, actor: Actor, userId: number): Promise<UserRow | undefined> {
  const { rows } = await typedSql(UserRow)`
    select ${columns} from user_account u where u.id = ${userId} and ${managedBy(actor)}`.execute(db);
  return rows[0];
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } = await typedSql(UserRow)`select ${columns} from user_account u where u.email = ${email}`.execute(db);
  return rows[0];
}

const OrganizationRow = z.strictObject({ name: text.nullable() });

export async function findOrganization(db: Db, userId: number): Promise<string | null> {
  const { rows } = await typedSql(OrganizationRow)`
    select coalesce(t.name, c.name, p.name) as name from user_account u
    left join tenant t on t.company_id = u.company_id and t.id = u.tenant_id
    left join company c on c.id = u.company_id
    left join partner p on p.id = u.partner_id
    where u.id = ${userId}`.execute(db);
  return rows[0]?.name ?? null;
}

function within({ companyId, tenantId, partnerId }: UserScope): RawBuilder<boolean> {
  if (companyId !== undefined) return sql`u.company_id = ${companyId} and u.tenant_id is null`;
  if (tenantId !== undefined) return sql`u.tenant_id = ${tenantId}`;
  if (partnerId !== undefined) return sql`u.partner_id = ${partnerId}`;
  return sql`u.role = 'superAdmin'`;
}

export async function listWithSecondFactor(db: Db, scope: UserScope): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select u.id from user_account u join second_factor f on f.user_id = u.id
    where ${within(scope)} and f.confirmed_at is not null order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

export function listUsers(db: Db, scope: UserScope, query: ListQuery): Promise<Counted<UserRow>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.system);
  const further = after ? sql`and (u.email, u.id) > (${after.key}, ${after.id})` : sql``;
  return readList(db, query, {
    row: UserRow,
    select: sql`select ${columns} from user_account u`,
    from: sql`user_account u`,
    where:
      pattern === undefined
        ? within(scope)
        : sql`${within(scope)} and (u.email like lower(${pattern}) or fold(u.name) like fold(${pattern}))`,
    further,
    order: sql`u.email, u.id`,
    isSearch: pattern !== undefined,
  });
}

/** A common order prevents deadlocks. */
export async function lockUsers(db: Db, actor: Actor, ids: readonly number[]): Promise<UserRow[]> {
  const { rows } = await typedSql(UserRow)`
    select ${columns} from user_account u
    where u.id = any(${[...ids]}::int[]) and ${managedBy(actor)} order by u.id for update of u`.execute(db);
  return rows;
}

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    isReception: row.role === 'reception',
    status: row.is_active ? 'active' : 'invited',
    createdAt: row.created_at,
  };
}
