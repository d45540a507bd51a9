import type { Actor } from '@vestibule/contract/access.ts';
import type { Partner } from '@vestibule/contract/partner.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { found } from '../http/refusal.ts';

/** A partner in the actor's scope, without its companies. @throws {Refusal} `notFound` */
export async function readPartner(db: Db, actor: Actor, partnerId: number): Promise<Partner> {
  const { rows } = await sql<{ id: number; name: string; code: string; created_at: string }>`
    select p.id, p.name, p.code, p.created_at from partner p
    where p.id = ${partnerId} and ${mayRead(actor)}`.execute(db);
  const partner = found(rows[0]);
  return { id: partner.id, name: partner.name, code: partner.code, createdAt: partner.created_at };
}

/** Refuses a partner that does not exist or is outside of the actor's scope. @throws {Refusal} `notFound` */
export async function requirePartner(db: Db, actor: Actor, partnerId: number): Promise<void> {
  await readPartner(db, actor, partnerId);
}

/** A partner's users see their own; those of a company, the partners attached to it. */
function mayRead(actor: Actor): RawBuilder<boolean> {
  if (actor.companyIds === 'all') return sql`true`;
  if (actor.role === 'partner') return sql`p.id = ${actor.partnerId}`;
  return sql`p.id in (select partner_id from company_partner where company_id = any(${actor.companyIds}::int[]))`;
}
