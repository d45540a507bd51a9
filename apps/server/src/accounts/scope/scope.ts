import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../../platform/http/refusal.ts';

/** The condition that a row belongs to a company in the actor's scope; `column` holds the row's company. */
export function inScope(actor: Agent, column: string): RawBuilder<boolean> {
  if (actor.companyIds === 'all') {
    return sql`${sql.ref(column)} not in (select id from company where deleted_at is not null)`;
  }
  return sql`${sql.ref(column)} = any(${actor.companyIds}::int[])`;
}

/** The condition that a row belongs to the actor's tenant, for an actor who has one; `column` holds the row's tenant. */
export function inTenantScope(actor: Agent, column: string): RawBuilder<boolean> {
  if (actor.tenantId === null) return sql`true`;
  return sql`${sql.ref(column)} = ${actor.tenantId}`;
}

/** Refuses a company outside of the actor's scope as if it did not exist. Whether it exists, the query itself shows. */
export function requireCompanyScope(actor: Agent, companyId: number): void {
  if (actor.companyIds !== 'all' && !actor.companyIds.includes(companyId)) throw new Refusal('notFound');
}
