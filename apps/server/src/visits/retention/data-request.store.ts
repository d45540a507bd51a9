import { VisitorData } from '@vestibule/contract/visits/data-request.ts';
import { hostKinds } from '@vestibule/contract/platform/message-words.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../platform/db/database.ts';
import { int, moment, typedSql } from '../../platform/db/typed-sql.ts';
import { forgetDatesOfGuests, removeVisits } from '../visitor/guest-of-visit.ts';
import { answerOfVisit, StoredAnswer, toAnswer } from '../visitor/visitor.rows.ts';

export interface Person {
  companyId: number;
  visitorId: number | null;
  phones: readonly string[];
}

export async function findVisitorId(db: Db, companyId: number, phone: string): Promise<number | undefined> {
  const { rows } = await typedSql({ id: int })`
    select id from visitor where company_id = ${companyId} and phone = ${phone}`.execute(db);
  return rows[0]?.id;
}

const TimesRow = VisitorData.pick({ savedUntil: true, preregisteredAt: true });

export async function findTimes(
  db: Db,
  companyId: number,
  visitorId: number,
): Promise<Pick<VisitorData, 'savedUntil' | 'preregisteredAt'> | undefined> {
  const { rows } = await typedSql(TimesRow)`
    select saved_until as "savedUntil",
      case when preregistered_tenant_id is not null then preregistered_at end as "preregisteredAt"
    from visitor where company_id = ${companyId} and id = ${visitorId}`.execute(db);
  return rows[0];
}

const isOf = ({ companyId, visitorId, phones }: Person) => sql`o.company_id = ${companyId} and o.id in (
  select id from visit where company_id = ${companyId} and visitor_id = ${visitorId}
  union
  select id from visit where company_id = ${companyId} and phone = any(${[...phones]}::text[]) and checked_out_at is not null
  union
  select id from visit where company_id = ${companyId} and phone = any(${[...phones]}::text[]) and checked_out_at is null
)`;

const VisitRow = z.strictObject({
  visit: VisitorData.shape.visits.element
    .omit({ checkedInAt: true, checkedOutAt: true })
    .extend({ answer: StoredAnswer.nullable() }),
  checkedInAt: moment,
  checkedOutAt: moment.nullable(),
});

export async function listVisits(db: Db, person: Person): Promise<VisitorData['visits']> {
  const { rows } = await typedSql(VisitRow)`
    select o.checked_in_at as "checkedInAt", o.checked_out_at as "checkedOutAt", jsonb_build_object(
      'id', o.id,
      'name', o.name,
      'companyName', o.company_name,
      'phone', o.phone,
      'tenant', jsonb_build_object('id', t.id, 'name', t.name),
      'formerHost', o.former_host,
      'language', o.language,
      'answer', ${answerOfVisit},
      'invitation', case when o.invitation_id is not null then jsonb_build_object('id', o.invitation_id, 'title', i.title) end,
      'employee', case when e.id is not null then jsonb_build_object(
        'id', e.id, 'name', e.name, 'phone', e.phone, 'tenant', jsonb_build_object('id', t.id, 'name', t.name)) end
    ) as visit
    from visit o join tenant t on t.company_id = o.company_id and t.id = o.tenant_id
    left join employee e on e.company_id = o.company_id and e.id = o.employee_id
    left join invitation i on i.company_id = o.company_id and i.id = o.invitation_id
    where ${isOf(person)} order by o.checked_in_at desc, o.id desc`.execute(db);
  return rows.map(({ visit: { answer, ...visit }, ...times }) => ({
    ...visit,
    ...times,
    answer: answer && toAnswer(answer),
  }));
}

const MessageRow = VisitorData.shape.messages.element;

export async function listMessages(db: Db, person: Person): Promise<VisitorData['messages']> {
  const { rows } = await typedSql(MessageRow)`
    select kind, channel, case when kind not in ('arrival', 'unanswered') then recipient end as recipient, state, created_at as "createdAt"
    from message m
    where company_id = ${person.companyId} and id in (
      select id from message where company_id = ${person.companyId} and visitor_id = ${person.visitorId}
      union
      select about.id from visit o
      join message about on about.company_id = o.company_id and about.visit_id = o.id where ${isOf(person)}
      union
      select sent.id from guest g join message sent on sent.company_id = g.company_id and sent.guest_id = g.id
      where ${isGuest(person)} and sent.kind <> all(${[...hostKinds]}::text[])
    ) and not exists (select from guest g where g.company_id = m.company_id and g.id = m.guest_id and ${hasOnlyTypedPhone})
    order by id desc`.execute(db);
  return rows;
}

const isGuest = ({ companyId, visitorId, phones }: Person) => sql`
  g.company_id = ${companyId} and (g.visitor_id = ${visitorId} or g.phone = any(${[...phones]}::text[]))`;

/** The guest may be another person than the owner of the phone, so an export leaves the guest out. */
const hasOnlyTypedPhone = sql`(g.is_phone_taken or g.is_phone_unverified)`;

const GuestRow = VisitorData.shape.invitations.element;

export async function listInvitations(db: Db, person: Person): Promise<VisitorData['invitations']> {
  const { rows } = await typedSql(GuestRow)`
    select i.title, i.note, t.name as tenant, e.name as host, i.starts_at as "startsAt", i.ends_at as "endsAt", g.name,
      g.company_name as "companyName", g.email, g.phone
    from guest g
    join invitation_guest ig on ig.company_id = g.company_id and ig.guest_id = g.id
    join invitation i on i.company_id = g.company_id and i.id = ig.invitation_id
    join tenant t on t.company_id = i.company_id and t.id = i.tenant_id
    left join employee e on e.company_id = i.company_id and e.id = i.employee_id
    where ${isGuest(person)} and not ${hasOnlyTypedPhone} order by i.starts_at desc, i.id desc`.execute(db);
  return rows;
}

/** Deletes the guest in all invitations, with the messages. Also guests whose phone is only typed, because they have the phone. */
export async function deleteGuests(db: Db, person: Person): Promise<void> {
  const { rows } = await typedSql({ id: int, invitation_id: int })`
    select ig.id, ig.invitation_id from guest g
    join invitation_guest ig on ig.company_id = g.company_id and ig.guest_id = g.id where ${isGuest(person)}`.execute(
    db,
  );
  await forgetDatesOfGuests(db, person.companyId, sql`select unnest(${rows.map(({ id }) => id)}::int[])`);
  await sql`select forget_titles(${person.companyId}, ${rows.map((row) => row.invitation_id)}::int[])`.execute(db);
}

export function deleteVisits(db: Db, person: Person): Promise<number> {
  return removeVisits(db, person.companyId, sql`select o.id from visit o where ${isOf(person)}`);
}
