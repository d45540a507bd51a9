import type { Agent } from '@vestibule/contract/platform/access.ts';
import { type RawBuilder, sql } from 'kysely';

/** All tenants share the row, so a tenant's user may change it only while no other tenant knows the visitor. */
export function mayRemember(actor: Agent): RawBuilder<boolean> {
  return actor.tenantId === null ? sql`true` : isOfTenantAlone(actor.tenantId);
}

function isOfTenantAlone(tenantId: number): RawBuilder<boolean> {
  return sql`(
    coalesce(v.preregistered_tenant_id = ${tenantId}, true)
    and not exists (
      select from visit other where other.company_id = v.company_id and other.visitor_id = v.id and other.tenant_id <> ${tenantId}
    )
    and (v.preregistered_tenant_id is not null
      or exists (
        select from visit own where own.company_id = v.company_id and own.visitor_id = v.id and own.tenant_id = ${tenantId}
      ))
  )`;
}

const holdsNoMemory = sql`(
  not v.should_save_data and v.storage_stopped_at is null and v.preregistered_tenant_id is null
)`;

/** Whether a guest agrees on the pass to be remembered, and only this invitation keeps the row. */
export function agreesFirst(invitationId: number | null | RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(
    excluded.should_save_data and not v.should_save_data and v.storage_stopped_at is null
    and coalesce(v.expected_invitation_id = ${invitationId}::int, false)
  )`;
}

/**
 * Whether a check-in of a guest changes the remembered data. The pass proves who was invited, and not the phone, so it changes only a visitor
 * that was created for it (`excluded.is_own`), and others as {@link agreesFirst}.
 */
export const mayRememberGuest = (actor: Agent): RawBuilder<boolean> => sql`case
  when excluded.is_own then ${mayRemember(actor)} else ${agreesFirst(sql`excluded.invitation_id`)} end`;

/** Keeps the row of a visitor `v` who has no visit and no expectation yet. */
export const isInvited = sql`exists (select from guest g where g.company_id = v.company_id and g.visitor_id = v.id)`;

interface Merge {
  takesOver: RawBuilder<unknown>;
  keepsChoice: boolean;
}

/** A row that exists only for its visits takes the data of a visitor who agrees. */
export function mergeCheckIn({ takesOver, keepsChoice }: Merge): RawBuilder<unknown> {
  const saves = sql`(excluded.should_save_data or (${keepsChoice}::boolean and v.should_save_data))`;
  const isShownAlready = sql`(
    coalesce(v.expected_name, case when takes_over then excluded.name else v.name end) = excluded.name
    and coalesce(v.expected_company_name, case when takes_over then excluded.company_name else v.company_name end) = excluded.company_name
  )`;
  return sql`(name, company_name, should_save_data, storage_stopped_at, current_name, current_company_name, updated_at) = (
    select
      case when takes_over then excluded.name else v.name end,
      case when takes_over then excluded.company_name else v.company_name end,
      case when takes_over then ${saves} else v.should_save_data end,
      case
        when not takes_over or (not ${saves} and not v.should_save_data) then v.storage_stopped_at
        when not ${saves} then now()
      end,
      case when not ${isShownAlready} then excluded.name end,
      case when not ${isShownAlready} then excluded.company_name end,
      now()
    from (select ${takesOver} or (excluded.should_save_data and ${holdsNoMemory})) as rule (takes_over)
  )`;
}
