import type { Actor } from '@vestibule/contract/platform/access.ts';
import { attentions, type Attention, type Today, type VisitorState } from '@vestibule/contract/visits/today.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { requireCompany } from '../../accounts/company/company.ts';
import { type Db, onlyRow } from '../../platform/db/database.ts';
import { bool, int, moment, text, typedSql } from '../../platform/db/typed-sql.ts';
import {
  dayOf,
  guestsExpected,
  guestsInNeed,
  hasFailedMessage,
  idsOfFailed,
  hasHostLeft,
  isAfterHours,
  isExpectedToday,
  isGuestAlone,
  isLate,
  isNotReached,
  isUnanswered,
  joinHostState,
  visitorsInNeed,
  visitsEndedToday,
} from './attention.sql.ts';
import { nextOfVisit, StoredNext, toNext } from './visitor.rows.ts';

const TodayRow = z.strictObject({
  inside: int,
  tenantsInside: int,
  notReached: int,
  expectedToday: int,
  guestsExpected: int,
  nextExpectedAt: moment.nullable(),
  leftToday: int,
  lastLeftAt: moment.nullable(),
  needsAttention: int,
});

export async function readNumbers(db: Db, actor: Actor, companyId: number): Promise<Today> {
  await requireCompany(db, actor, companyId);
  const { rows } = await typedSql(TodayRow)`
    select inside.*, gone.*, expected.visitors + guests.expected as "expectedToday", guests.expected as "guestsExpected",
      least(expected.next, guests.next) as "nextExpectedAt",
      (select count(*) from (${guestsInNeed(companyId)}) as need) + (select count(*) from (${visitorsInNeed(companyId)}) as need)
        + (select count(*) from device_refusal where company_id = ${companyId})
        + (select count(distinct i.meeting_id) from invitation i where i.company_id = ${companyId} and ${hasHostLeft}) as "needsAttention"
    from (
      select count(*) as inside, count(distinct o.tenant_id) as "tenantsInside",
        count(*) filter (where ${isNotReached}) as "notReached"
      from visit o ${joinHostState} where o.company_id = ${companyId} and o.checked_out_at is null
    ) inside, (
      select count(*) as visitors, min(v.expected_at) filter (where v.expected_at >= now()) as next
      from ${dayOf(companyId)} join visitor v on v.company_id = ${companyId} and ${isExpectedToday}
      where not exists (select from visit i where i.company_id = v.company_id and i.visitor_id = v.id and i.checked_out_at is null)
    ) expected, (
      select count(*) as expected, min(i.starts_at) filter (where i.starts_at >= now()) as next
      from ${guestsExpected(companyId)} where ${isGuestAlone}
    ) guests, (
      select count(distinct id) as "leftToday", max(checked_out_at) as "lastLeftAt"
      from (${visitsEndedToday(companyId)}) as ended
    ) gone`.execute(db);
  return onlyRow(rows);
}

const StateRow = z.strictObject({
  id: int,
  left_at: moment.nullable(),
  not_reached: bool,
  late: bool,
  after_hours: bool,
  no_answer: bool,
  message_failed: bool,
  failed: z.array(int),
  host_state: z.enum(['sent', 'sending', 'notReached', 'none']).nullable(),
  channel: z.enum(['email', 'sms']).nullable(),
  at: moment.nullable(),
  phone: text.nullable(),
  next: StoredNext.nullable(),
});
type StateRow = z.infer<typeof StateRow>;

/** A tenant's user sees the states of visits to and expectations of the tenant. */
export async function readStates(
  db: Db,
  actor: Actor,
  companyId: number,
  ids: readonly number[],
): Promise<VisitorState[]> {
  await requireCompany(db, actor, companyId);
  const { tenantId } = actor;
  const isOfTenant = (column: string) => (tenantId === null ? sql`true` : sql`${sql.ref(column)} = ${tenantId}`);
  const { rows } = await typedSql(StateRow)`
    select v.id, case when o.id is null then last.ended_at end as left_at, ${isNotReached} as not_reached,
      o.id is null and ${isOfTenant('v.preregistered_tenant_id')} and ${isLate} as late,
      o.id is not null and ${isAfterHours} as after_hours, ${isUnanswered} as no_answer, ${hasFailedMessage} as message_failed,
      ${idsOfFailed} as failed,
      host.state as host_state, best.channel, best.at, e.phone, ${nextOfVisit} as next
    from unnest(${[...new Set(ids)]}::int[]) with ordinality as asked (id, place)
    join visitor v on v.id = asked.id and v.company_id = ${companyId}
    cross join ${dayOf(companyId)}
    left join visit o on o.company_id = v.company_id and o.visitor_id = v.id and o.checked_out_at is null and ${isOfTenant('o.tenant_id')}
    ${joinHostState}
    left join lateral (
      select m.channel, coalesce(m.delivered_at, m.created_at) as at from message m
      where m.company_id = o.company_id and m.visit_id = o.id and m.kind = 'arrival'
      order by array_position(array['delivered', 'sent', 'sending', 'queued'], m.state) nulls last, m.id desc limit 1
    ) as best on true
    left join lateral (
      select max(p.checked_out_at) as ended_at, count(*) as visits from visit p
      where p.company_id = v.company_id and p.visitor_id = v.id and ${isOfTenant('p.tenant_id')}
    ) as last on true
    where ${tenantId === null ? sql`true` : sql`(last.visits > 0 or v.preregistered_tenant_id = ${tenantId})`}
    order by asked.place`.execute(db);
  return rows.map(toState);
}

function toState(row: StateRow): VisitorState {
  const needs: Record<Attention, boolean> = {
    notReached: row.not_reached,
    late: row.late,
    afterHours: row.after_hours,
    noAnswer: row.no_answer,
    messageFailed: row.message_failed,
  };
  const { host_state: state, channel, at, phone, next } = row;
  return {
    visitorId: row.id,
    leftAt: row.left_at,
    attention: attentions.filter((attention) => needs[attention]),
    failedMessages: row.failed,
    host: state === null ? null : { state, channel, at, phone, next: toNext(next) },
  };
}
