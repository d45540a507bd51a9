import type { Agent } from '@vestibule/contract/platform/access.ts';
import { badgePapers } from '@vestibule/contract/accounts/company.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { inTenantScope } from '../../accounts/scope/scope.ts';
import { shownCompanyName, shownName } from '../visitor/visitor.rows.ts';
import type { BadgeSubject } from './code.ts';
import { bool, int, moment, typedSql, text } from '../../platform/db/typed-sql.ts';

export const BadgeRow = z.strictObject({
  visitor_id: int,
  visit_id: int.nullable(),
  checked_in_at: moment.nullable(),
  name: text,
  company_name: text,
  tenant_name: text,
  host_name: text.nullable(),
  house: text,
  time_zone: text,
  badge_paper: z.enum(badgePapers),
  has_main: bool,
  has_parking: bool,
  parking_label_info: text.nullable(),
  logo_file: text.nullable(),
});
export type BadgeRow = z.infer<typeof BadgeRow>;

/** Adds the settings in force at their tenant. A tenant's user gets no visit to another tenant. */
export async function listBadges(
  db: Db,
  actor: Agent,
  companyId: number,
  visitorIds: readonly number[],
): Promise<BadgeRow[]> {
  const { rows } = await typedSql(BadgeRow)`
    select v.id as visitor_id, o.id as visit_id, o.checked_in_at,
      ${shownName} as name, ${shownCompanyName} as company_name,
      t.name as tenant_name, e.name as host_name, c.name as house, c.time_zone, c.badge_paper, s.enable_print_badge_option as has_main,
      s.enable_print_parking_badge_option as has_parking, s.parking_label_info, i.file as logo_file
    from unnest(${[...visitorIds]}::int[]) with ordinality as wanted (id, place)
    join visitor v on v.id = wanted.id and v.company_id = ${companyId}
    join company c on c.id = v.company_id
    left join visit o
      on o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null and ${inTenantScope(actor, 'o.tenant_id')}
    join tenant t
      on t.company_id = v.company_id and t.id = coalesce(o.tenant_id, v.preregistered_tenant_id) and ${inTenantScope(actor, 't.id')}
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    left join image i on i.company_id = t.company_id and i.id = t.logo_image_id
    order by wanted.place`.execute(db);
  return rows;
}

export const Wearer = z.strictObject({
  id: int,
  name: text,
  tenant_id: int.nullable(),
  visit_id: int.nullable(),
});
export type Wearer = z.infer<typeof Wearer>;

export async function findWearer(db: Db, companyId: number, { kind, id }: BadgeSubject): Promise<Wearer | undefined> {
  const [visit, subject] =
    kind === 'visit' ? [sql`o.id = ${id}`, sql`o.id`] : [sql`o.checked_out_at is null`, sql`v.id`];
  const { rows } = await typedSql(Wearer)`
    select v.id, ${shownName} as name, coalesce(o.tenant_id, v.preregistered_tenant_id) as tenant_id,
      case when o.checked_out_at is null then o.id end as visit_id
    from visitor v
    left join visit o on o.company_id = v.company_id and o.visitor_id = v.id and ${visit}
    where v.company_id = ${companyId} and ${subject} = ${id}`.execute(db);
  return rows[0];
}

/** The link names the visitor only, who is looked up in each company. */
export async function isStillExpected(db: Db, visitorId: number): Promise<boolean> {
  const { rows } = await sql`
    select from visitor v join company c on c.id = v.company_id
    where v.id = ${visitorId} and v.preregistered_tenant_id is not null and c.deleted_at is null`.execute(db);
  return rows.length > 0;
}
