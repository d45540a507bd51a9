import type { HostActor } from '@vestibule/contract/platform/access.ts';
import { Employee } from '@vestibule/contract/building/employee.ts';
import { countryCodes } from '@vestibule/contract/platform/country.ts';
import { Image } from '@vestibule/contract/platform/image.ts';
import { languages, type ListQuery, searchMinimum } from '@vestibule/contract/platform/values.ts';
import { type HostMe, StandIn } from '@vestibule/contract/visits/host.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { lockEmployer } from '../../building/tenant/tenant.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Db, onlyRow, transaction } from '../../platform/db/database.ts';
import { readList } from '../../platform/db/list.ts';
import { bool, int, text, typedSql } from '../../platform/db/typed-sql.ts';
import type { Rows } from '../../platform/http/answer.ts';
import { readCursor, searchPattern, toPage } from '../../platform/http/list.ts';
import { orNotFound, Refusal } from '../../platform/http/refusal.ts';
import { publishLadders } from '../notification/escalation.ts';

const MeRow = z.strictObject({
  employee: Employee,
  tenant_id: int,
  tenant: text,
  logo: Image.nullable(),
  invites: bool,
  country: z.enum(countryCodes),
  company_id: int,
  company: text,
  zone: text,
  stand_in: StandIn.nullable(),
  stands_in_for: z.array(StandIn),
  language: z.enum(languages),
  guest_language: z.enum(languages),
});

/** `isStaff`: by the session of a user, not of a host. */
export async function readHost(db: Db, actor: HostActor, isStaff: boolean): Promise<HostMe> {
  const { rows } = await typedSql(MeRow)`
    select json_build_object('id', e.id, 'tenantId', e.tenant_id, 'name', e.name, 'email', e.email, 'phone', e.phone,
        'photoId', e.photo_id, 'photo', image_shown(e.company_id, e.photo_id), 'idFromService', e.id_from_service) as employee,
      t.id as tenant_id, t.name as tenant, image_shown(t.company_id, t.logo_image_id) as logo, s.enable_invitations as invites, s.country_code as country,
      c.id as company_id, c.name as company, c.time_zone as zone,
      case when i.id is not null then json_build_object(
        'employee', json_build_object('id', i.id, 'name', i.name), 'until', to_char(e.stand_in_until, 'YYYY-MM-DD')) end as stand_in,
      (
        select coalesce(json_agg(json_build_object('employee', json_build_object('id', o.id, 'name', o.name),
          'until', to_char(o.stand_in_until, 'YYYY-MM-DD')) order by o.stand_in_until, o.folded_name, o.id), '[]')
        from employee o
        where o.company_id = e.company_id and o.tenant_id = e.tenant_id and o.stand_in_id = e.id and stand_in_in_force(o.company_id, o.id) = e.id
      ) as stands_in_for,
      coalesce(case when s.enable_email_to_employee then s.email_language end, s.sms_language_to_employee, s.email_language) as language,
      s.sms_confirmation_language as guest_language
    from employee e
    join tenant t on t.company_id = e.company_id and t.id = e.tenant_id
    join company c on c.id = e.company_id
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    left join employee i
      on i.company_id = e.company_id and i.tenant_id = e.tenant_id and i.id = stand_in_in_force(e.company_id, e.id)
    where e.id = ${actor.userId} and e.company_id = ${actor.companyIds[0]}`.execute(db);
  const row = orNotFound(rows[0]);
  return {
    employee: row.employee,
    tenant: {
      id: row.tenant_id,
      name: row.tenant,
      logo: row.logo,
      enableInvitations: row.invites,
      countryCode: row.country,
    },
    company: { id: row.company_id, name: row.company, timeZone: row.zone },
    standIn: row.stand_in,
    standsInFor: row.stands_in_for,
    language: row.language,
    guestLanguage: row.guest_language,
    signedInAs: isStaff ? 'staff' : 'host',
  };
}

const ColleagueRow = z.strictObject({ id: int, name: text, folded_name: text });

export async function readColleagues(
  db: Db,
  { tenantId, userId, companyIds }: HostActor,
  query: ListQuery,
): Promise<Rows<{ id: number; name: string }>> {
  const after = readCursor(query);
  const pattern = searchPattern(query, searchMinimum.company);
  const { rows, counted } = await readList(db, query, {
    row: ColleagueRow,
    select: sql`select e.id, e.name, e.folded_name from employee e`,
    from: sql`employee e`,
    where: sql`e.company_id = ${companyIds[0]} and e.tenant_id = ${tenantId} and e.id <> ${userId}
      ${pattern === undefined ? sql`` : sql`and e.folded_name like fold(${pattern})`}`,
    further: after ? sql`and (e.folded_name, e.id) > (${after.key}, ${after.id})` : sql``,
    order: sql`e.folded_name, e.id`,
    isSearch: pattern !== undefined,
  });
  const page = toPage(rows, query, counted, ({ folded_name: key, id }) => ({ key, id }));
  return { ...page, rows: page.rows.map(({ id, name }) => ({ id, name })) };
}

interface NewStandIn {
  employeeId: number | null;
  until?: string | null | undefined;
}

/**
 * Chooses the colleague who receives the host's visitors. Null ends the stand-in.
 * @throws {Refusal} `notFound` for an employee of another tenant; `validation` for the host, a day before today or more than a year ahead
 */
export function setStandIn(db: Db, actor: HostActor, { employeeId, until = null }: NewStandIn): Promise<void> {
  const { userId, tenantId, companyIds } = actor;
  const [companyId] = companyIds;
  if (employeeId === userId) throw new Refusal('validation', { fields: { employeeId: 'invalidValue' } });
  return transaction(db, async (db) => {
    await lockEmployer(db, companyId, tenantId);
    const ids = [userId, ...(employeeId === null ? [] : [employeeId])];
    const { rows } = await typedSql({ id: int })`
      select id from employee
      where company_id = ${companyId} and tenant_id = ${tenantId} and id = any(${ids}::int[])
      order by id for no key update`.execute(db);
    if (rows.length < ids.length) throw new Refusal('notFound');
    if (employeeId !== null) await requireDay(db, companyId, until);
    await sql`
      update employee set stand_in_id = ${employeeId}, stand_in_until = ${employeeId === null ? null : until}::date
      where company_id = ${companyId} and id = ${userId}`.execute(db);
    await audit(db, actor, { action: 'employee.standInChanged', companyId, subject: 'employee', subjectId: userId });
    await publishLadders(db, { companyId, tenantId });
  });
}

async function requireDay(db: Db, companyId: number, until: string | null): Promise<void> {
  if (until === null) throw new Refusal('validation', { fields: { until: 'invalidValue' } });
  const { rows } = await typedSql({ is_good: bool })`
    select ${until}::date between today and (today + interval '1 year')::date as is_good
    from (select (now() at time zone time_zone)::date as today from company where id = ${companyId}) as given`.execute(
    db,
  );
  if (!onlyRow(rows).is_good) throw new Refusal('validation', { fields: { until: 'timeOutOfRange' } });
}
