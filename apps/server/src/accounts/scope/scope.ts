import type { Company } from '@vestibule/contract/accounts/company.ts';
import type { Tenant } from '@vestibule/contract/accounts/organization.ts';
import type { Partner } from '@vestibule/contract/accounts/partner.ts';
import type { Actor, Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';

export function inScope(actor: Agent, column: string): RawBuilder<boolean> {
  if (actor.companyIds === 'all') {
    // Keys begin with the company. The planner looks a row with a known id up in each company, or begins with a known company.
    return sql`exists (select from company present where present.id = ${sql.ref(column)} and present.deleted_at is null)`;
  }
  const [companyId, another] = actor.companyIds;
  if (companyId !== undefined && another === undefined) return sql`${sql.ref(column)} = ${companyId}`;
  return sql`${sql.ref(column)} = any(${actor.companyIds}::int[])`;
}

export function inTenantScope(actor: Agent, column: string): RawBuilder<boolean> {
  if (actor.tenantId === null) return sql`true`;
  return sql`${sql.ref(column)} = ${actor.tenantId}`;
}

/** A host reaches own rows only. */
export function inHostScope(actor: Agent, column: string): RawBuilder<boolean> {
  if (actor.role !== 'host') return sql`true`;
  return sql`${sql.ref(column)} = ${actor.userId}`;
}

export function requireCompanyScope(actor: Agent, companyId: number): void {
  if (actor.companyIds !== 'all' && !actor.companyIds.includes(companyId)) throw new Refusal('notFound');
}

type Read<Organization> = (db: Db, actor: Actor, id: number) => Promise<Organization>;

/** Sessions and invitations describe organizations of higher folders, so `app.ts` passes these functions. */
export interface Organizations {
  company: Read<Company>;
  partner: Read<Partner>;
  tenant: Read<Tenant>;
}
