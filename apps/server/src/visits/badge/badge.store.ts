import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { BadgePaper } from '@vestibule/contract/accounts/company.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { inTenantScope } from '../../accounts/scope/scope.ts';
import { shownCompanyName, shownName } from '../visitor/visitor.rows.ts';
import type { BadgeSubject } from './code.ts';

/** What stands on the badges of a visitor, and which of them the tenant has. */
export interface BadgeRow {
  visitor_id: number;
  /** Null for a visitor who is expected and has not come yet. */
  visit_id: number | null;
  checked_in_at: string | null;
  name: string;
  company_name: string;
  tenant_name: string;
  host_name: string | null;
  house: string;
  time_zone: string;
  badge_paper: BadgePaper;
  has_main: boolean;
  has_parking: boolean;
  parking_label_info: string | null;
  /** Where the tenant's logo is kept. */
  logo_file: string | null;
}

/**
 * Of these visitors those who are inside or expected, in the order of `visitorIds`, with the settings in force at the tenant. A tenant's
 * user learns nothing of a visit elsewhere.
 */
export async function listBadges(
  db: Db,
  actor: Agent,
  companyId: number,
  visitorIds: readonly number[],
): Promise<BadgeRow[]> {
  const { rows } = await sql<BadgeRow>`
    select v.id as visitor_id, o.id as visit_id, o.checked_in_at,
      ${shownName} as name, ${shownCompanyName} as company_name,
      t.name as tenant_name, e.name as host_name, c.name as house, c.time_zone, c.badge_paper, s.enable_print_badge_option as has_main,
      s.enable_print_parking_badge_option as has_parking, s.parking_label_info, i.file as logo_file
    from unnest(${[...visitorIds]}::int[]) with ordinality as wanted (id, place)
    join visitor v on v.id = wanted.id and v.company_id = ${companyId}
    join company c on c.id = v.company_id
    left join visit o
      on o.visitor_id = v.id and o.checked_out_at is null and ${inTenantScope(actor, 'o.tenant_id')}
    join tenant t on t.id = coalesce(o.tenant_id, v.preregistered_tenant_id) and ${inTenantScope(actor, 't.id')}
    join tenant_settings_in_force s on s.for_tenant_id = t.id
    left join employee e on e.id = o.employee_id
    left join image i on i.id = t.logo_image_id
    order by wanted.place`.execute(db);
  return rows;
}

/** Whom a badge was printed for. `tenant_id` is of the badge's visit, or who expects them; `visit_id` is that visit while it is open. */
export interface Wearer {
  id: number;
  name: string;
  tenant_id: number | null;
  visit_id: number | null;
}

/** The visitor whom a badge or a code is of, with the open visit that it ends; undefined in another company. */
export async function findWearer(db: Db, companyId: number, { kind, id }: BadgeSubject): Promise<Wearer | undefined> {
  const [visit, subject] =
    kind === 'visit' ? [sql`o.id = ${id}`, sql`o.id`] : [sql`o.checked_out_at is null`, sql`v.id`];
  const { rows } = await sql<Wearer>`
    select v.id, ${shownName} as name, coalesce(o.tenant_id, v.preregistered_tenant_id) as tenant_id,
      case when o.checked_out_at is null then o.id end as visit_id
    from visitor v
    left join visit o on o.visitor_id = v.id and ${visit}
    where v.company_id = ${companyId} and ${subject} = ${id}`.execute(db);
  return rows[0];
}

/** Whether somebody still expects the visitor. */
export async function isStillExpected(db: Db, visitorId: number): Promise<boolean> {
  const { rows } = await sql`
    select from visitor v join company c on c.id = v.company_id
    where v.id = ${visitorId} and v.preregistered_tenant_id is not null and c.deleted_at is null`.execute(db);
  return rows.length > 0;
}
