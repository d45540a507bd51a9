import type { Agent } from '@vestibule/contract/platform/access.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { type GdprHandling, gdprHandlings } from '@vestibule/contract/building/retention.ts';
import { type CheckIn, undoSeconds } from '@vestibule/contract/visits/registration.ts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { insertOfEntry } from '../../platform/audit/audit.ts';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { inScope, inTenantScope } from '../../accounts/scope/scope.ts';
import type { SmsRules } from '../../platform/integrations/sms/limits.ts';
import { insertOfArrivals, insertOfEscalations } from '../notification/arrival.ts';
import { barrierOf, smsCountryOf } from '../../platform/outbox/barrier.ts';
import { holdAboveLimits } from '../notification/hold.ts';
import { notesArrival, removeVisits } from '../visitor/guest-of-visit.ts';
import { agreesFirst, mayRemember, mergeCheckIn } from '../visitor/remembered.sql.ts';
import { visitorColumns, VisitorRow } from '../visitor/visitor.rows.ts';
import { bool, int, typedSql, text } from '../../platform/db/typed-sql.ts';

export async function findCountry(db: Db, actor: Agent, tenantId: number): Promise<string | undefined> {
  const { rows } = await typedSql({ country_code: text })`
    select s.country_code
    from tenant t
    join tenant_settings_in_force s on s.company_id = t.company_id and s.for_tenant_id = t.id
    where t.id = ${tenantId} and ${inScope(actor, 't.company_id')} and ${inTenantScope(actor, 't.id')}`.execute(db);
  return rows[0]?.country_code;
}

/** A phone typed at a kiosk, or given for a choice on a pass, proves nothing. */
export type Identification = 'desk' | 'code' | 'phoneAtKiosk';

export interface CheckInContext {
  identifiedBy: Identification;
  /** A remembered visitor stays remembered, whatever `shouldSaveData` says. */
  keepsChoice?: boolean;
  at?: Date | undefined;
  /** The invitation of the pass. Without one, the visit is of the expectation. */
  invitationId?: number;
  /** Chosen by the visitor. */
  language?: Language;
}

export interface MessageDeps {
  /** Channels without a provider, as far as this process knows. */
  unserved: ReadonlySet<Channel>;
  smsRules: SmsRules;
}

const Channel = z.enum(['email', 'sms']);
type Channel = z.infer<typeof Channel>;

const OpenedVisit = VisitorRow.extend({
  /** The channels of messages written as not sent. */
  kept: z.array(Channel),
  isQueued: bool,
});
type OpenedVisit = z.infer<typeof OpenedVisit>;

/**
 * Returns undefined for a tenant out of the actor's scope and for an employee of another tenant. All writes are one statement, because each
 * round trip costs a fifth of the time: `destination` finds tenant and host, `rules` the settings in force, `saved` writes the visitor,
 * `opened` the visit, `entry` the audit log, `changes` live events, `messages` those to host and visitor, and `ladder` the escalation. The
 * last condition notes that an invited guest arrived.
 */
export async function openVisit(
  db: Db,
  deps: MessageDeps,
  actor: Agent,
  checkIn: CheckIn,
  context: CheckInContext,
): Promise<OpenedVisit | undefined> {
  const { name, companyName, phone, shouldSaveData, tenantId, employeeId } = checkIn;
  const { identifiedBy, keepsChoice = false, at = null, invitationId = null, language = null } = context;
  const hasProof = identifiedBy !== 'phoneAtKiosk';
  const takesOver = hasProof ? mayRemember(actor) : agreesFirst(invitationId);
  const entry = {
    action: 'visit.checkedIn',
    subject: 'visit',
    companyId: sql`o.company_id`,
    subjectId: sql`o.id`,
  } as const;
  const arrivals = sql`opened o cross join rules s cross join (
    select employee_email as email, employee_phone as phone from destination
  ) e`;
  const held = holdAboveLimits(sql`v.company_id`, sql`array_agg(id)`, { sender: actor, rules: deps.smsRules });
  const { rows } = await typedSql(OpenedVisit)`
    with destination as (
      select * from visit_destination(${companyOf(actor, tenantId)}, ${tenantId}, ${employeeId})
      where ${inScope(actor, 'company_id')} and ${inTenantScope(actor, 'tenant_id')}
    ), rules as (
      select s.* from destination d
      join tenant_settings s on s.company_id = d.company_id
        and (s.tenant_id = d.own_settings_of or s.tenant_id is null and d.own_settings_of is null)
    ), saved as (
      insert into visitor as v (company_id, phone, name, company_name, should_save_data)
      select company_id, ${phone}, ${name}, ${companyName}, ${shouldSaveData}::boolean from destination
      on conflict (company_id, phone) do update set ${mergeCheckIn({ takesOver, keepsChoice })}
      returning v.*
    ), opened as (
      insert into visit (company_id, visitor_id, name, company_name, phone, should_save_data, opt_out, tenant_id, employee_id, checked_in_at,
        invitation_id, language)
      select d.company_id, v.id, ${name}, ${companyName}, v.phone, ${shouldSaveData}::boolean,
        opt_out_of_visit(${shouldSaveData}, ${keepsChoice}, ${hasProof}, v.should_save_data, v.storage_stopped_at is not null),
        d.tenant_id, d.employee_id, coalesce(${at}::timestamptz, now()),
        coalesce(${invitationId}::int, case when v.preregistered_tenant_id = d.tenant_id then v.expected_invitation_id end), ${language}::text
      from saved v, destination d
      returning *
    ), entry as (
      ${insertOfEntry(actor, entry, sql`from opened o`)}
    ), changes as (
      insert into live_outbox (company_id, channel, event, ids)
      select v.company_id, channel, 'visitors_update', array[v.id]
      from saved v, visitor_channels(v.company_id, ${tenantId}, v.preregistered_tenant_id)
      union all
      select o.company_id, channel, 'invitations_update', array[o.invitation_id]
      from opened o, visitor_channels(o.company_id, o.tenant_id, null) where o.invitation_id is not null
    ), messages as (
      ${insertOfArrivals(arrivals, deps.unserved, barrierOfVisitor(phone, deps.smsRules))} returning id, channel, state
    ), ladder as (
      ${insertOfEscalations(arrivals)}
    )
    select ${visitorColumns},
      array(select channel from messages where state = 'notSent') as kept,
      (select count(*) from messages where state = 'queued') > coalesce((
        select ${held} from messages where channel = 'sms' and state = 'queued' having count(*) > 0
      ), 0) as "isQueued"
    from saved v cross join opened o
    cross join (select tenant_name as name from destination) t
    cross join (select employee_name as name, employee_phone as phone from destination) e
    cross join lateral (
      select case when v.preregistered_tenant_id is not null then name_of_tenant(v.company_id, v.preregistered_tenant_id) end as name
    ) p
    where ${notesArrival}`.execute(db);
  return rows[0];
}

/** Looks the company up only for an actor who reaches several. */
function companyOf({ companyIds }: Agent, tenantId: number): RawBuilder<number> {
  const [companyId, another] = companyIds === 'all' ? [] : companyIds;
  if (companyId !== undefined && another === undefined) return sql`${companyId}::int`;
  return sql`(select company_id from tenant where id = ${tenantId})`;
}

function barrierOfVisitor(phone: string, { countries }: SmsRules): RawBuilder<string | null> {
  const outsideCompany = barrierOf(phone, null, countries);
  if (outsideCompany !== 'countryNotAllowed' || !countries.ofCompany) return sql`${outsideCompany}::text`;
  return sql`(
    select nullif(${outsideCompany}::text, case when c.country_code = ${smsCountryOf(phone)} then ${outsideCompany}::text end)
    from tenant_settings c where c.company_id = o.company_id and c.tenant_id is null)`;
}

export interface Departure {
  visitId?: number | undefined;
  checkedInAt?: Date | undefined;
  at?: Date | undefined;
}

export const ClosedVisit = z.strictObject({
  id: int,
  tenant_id: int,
  phone: text,
  invitation_id: int.nullable(),
  opt_out: z.enum(['visit', 'tenantVisits', 'tenant']).nullable(),
});
export type ClosedVisit = z.infer<typeof ClosedVisit>;

/** Undefined if the actor may not, or if the open visit is another one. Clocks of devices may differ by five minutes. */
export async function closeVisit(
  db: Db,
  actor: Agent,
  { id: visitorId, company_id: companyId }: Pick<VisitorRow, 'id' | 'company_id'>,
  { visitId, checkedInAt, at }: Departure,
): Promise<ClosedVisit | undefined> {
  const { rows } = await typedSql(ClosedVisit)`
    update visit set checked_out_at = greatest(coalesce(${at ?? null}::timestamptz, now()), checked_in_at)
    where company_id = ${companyId} and visitor_id = ${visitorId} and checked_out_at is null and ${inTenantScope(actor, 'tenant_id')}
      and id = coalesce(${visitId ?? null}::int, id)
      and checked_in_at = coalesce(${checkedInAt ?? null}::timestamptz, checked_in_at)
      and (${at ?? null}::timestamptz is null or checked_in_at <= ${at ?? null}::timestamptz + interval '5 minutes')
    returning id, tenant_id, phone, invitation_id, opt_out`.execute(db);
  return rows[0];
}

const EndedVisit = z.strictObject({
  visitor_id: int.nullable(),
  company_id: int,
  is_open: bool,
  is_recent: bool,
});
type EndedVisit = z.infer<typeof EndedVisit>;

/** The time that a request may take beyond `undoSeconds`. */
const graceSeconds = 3;

export async function findEndedVisit(db: Db, actor: Agent, visitId: number): Promise<EndedVisit | undefined> {
  const { rows } = await typedSql(EndedVisit)`
    select visitor_id, company_id, checked_out_at is null as is_open,
      coalesce(checked_out_at > clock_timestamp() - make_interval(secs => ${undoSeconds + graceSeconds}), false) as is_recent
    from visit where id = ${visitId} and ${inScope(actor, 'company_id')} and ${inTenantScope(actor, 'tenant_id')}`.execute(
    db,
  );
  return rows[0];
}

/** Looks for a recent check-out in the audit log. The log has no tenants, so a tenant's user sees only their own acts. */
export async function wasErased(db: Db, actor: Agent, visitId: number): Promise<boolean> {
  const isOwn = actor.tenantId === null ? sql`true` : sql`user_id = ${actor.userId} and role = ${actor.role}`;
  const { rows } = await typedSql({ was_erased: bool })`
    select exists (
      select from audit_entry
      where ${inScope(actor, 'company_id')} and action = 'visit.checkedOut' and subject_id = ${visitId}
        and at > now() - interval '1 minute' and ${isOwn}
    ) as was_erased`.execute(db);
  return onlyRow(rows).was_erased;
}

export async function openAgain(db: Db, companyId: number, visitId: number): Promise<void> {
  await sql`
    with opened as (
      update visit set checked_out_at = null where company_id = ${companyId} and id = ${visitId}
      returning visitor_id, name, company_name
    )
    update visitor v set
      current_name = case when not shown.is_same then o.name end,
      current_company_name = case when not shown.is_same then o.company_name end,
      updated_at = now()
    from opened o join visitor as before on before.company_id = ${companyId} and before.id = o.visitor_id
    cross join lateral (
      select coalesce(before.expected_name, before.name) = o.name
        and coalesce(before.expected_company_name, before.company_name) = o.company_name as is_same
    ) as shown
    where v.company_id = before.company_id and v.id = before.id`.execute(db);
}

const RetentionRow = z.strictObject({ gdpr_handling: z.enum(gdprHandlings).nullable() });

export async function findRetention(db: Db, companyId: number, tenantId: number): Promise<GdprHandling | null> {
  const { rows } = await typedSql(RetentionRow)`
    select case when enable_gdpr then gdpr_handling end as gdpr_handling
    from tenant_settings_in_force where company_id = ${companyId} and for_tenant_id = ${tenantId}`.execute(db);
  return rows[0]?.gdpr_handling ?? null;
}

export async function deletePastVisitsTo(
  db: Db,
  companyId: number,
  visitorId: number,
  { tenant_id: tenantId, phone }: Pick<ClosedVisit, 'tenant_id' | 'phone'>,
): Promise<void> {
  const past = sql`
    select id from visit
    where company_id = ${companyId} and tenant_id = ${tenantId} and checked_out_at is not null
      and (visitor_id = ${visitorId} or (visitor_id is null and phone = ${phone}))`;
  await removeVisits(db, companyId, past);
}
