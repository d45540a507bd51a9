import type { Actor } from '@vestibule/contract/platform/access.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import { MessageRow, selectMessagesWith } from './message.store.ts';
import { int, typedSql, text } from '../../platform/db/typed-sql.ts';

export const VisitMessageRow = MessageRow.extend({
  recipient_name: text.nullable(),
});
export type VisitMessageRow = z.infer<typeof VisitMessageRow>;

/** The company of a visit; undefined for one outside of the actor's scope. */
export async function findCompanyOfVisit(db: Db, actor: Actor, visitId: number): Promise<number | undefined> {
  const { rows } = await typedSql({ company_id: int })`
    select o.company_id from visit o
    where o.id = ${visitId} and ${inScope(actor, 'o.company_id')} and ${inTenantScope(actor, 'o.tenant_id')}`.execute(
    db,
  );
  return rows[0]?.company_id;
}

/** The messages about a visit, the oldest first: all of them, or one. */
export async function listMessagesOfVisit(db: Db, visitId: number, messageId?: number): Promise<VisitMessageRow[]> {
  const { rows } = await typedSql(VisitMessageRow)`
    ${selectMessagesWith(sql`, case when m.kind = 'arrival' then e.name else o.name end as recipient_name`)}
    join visit o on o.id = m.visit_id
    left join employee e on e.id = o.employee_id
    where m.visit_id = ${visitId} and (${messageId ?? null}::int is null or m.id = ${messageId ?? null})
    order by m.id`.execute(db);
  return rows;
}

/** The open visits of a company in the actor's scope about which a message failed or is held. */
export async function listUntoldVisits(db: Db, actor: Actor, companyId: number): Promise<number[]> {
  const { rows } = await typedSql({ id: int })`
    select o.id from visit o
    where o.company_id = ${companyId} and o.checked_out_at is null and ${inTenantScope(actor, 'o.tenant_id')}
      and exists (select from message m where m.visit_id = o.id and m.state in ('failed', 'held'))
    order by o.id`.execute(db);
  return rows.map(({ id }) => id);
}
