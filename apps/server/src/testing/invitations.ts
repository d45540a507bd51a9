import { createInvitation, type Invitation, type InvitationFields } from '@vestibule/contract/visits/invitation.ts';
import { sql } from 'kysely';
import { type Db, onlyRow } from '../platform/db/database.ts';
import { bytes, int, typedSql } from '../platform/db/typed-sql.ts';
import { placeOfPass } from '../visits/badge/code.ts';
import { givePasses } from '../visits/invitation/pass.ts';
import type { Caller } from './caller.ts';
import { zoneOfLateEvening } from './day.ts';
import { fresh, freshPhone, type Named } from './fresh.ts';
import { testVault } from './server.ts';

export const hourMs = 3_600_000;

/** An hour from now by default. Use `startsAt` where the day matters. */
export function meeting(changes: Partial<InvitationFields> & { guests?: object[] } = {}): InvitationFields {
  const start = changes.startsAt ? new Date(changes.startsAt).getTime() : Date.now() + hourMs;
  return {
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + hourMs).toISOString(),
    notifyGuests: true,
    guests: [guest()],
    ...changes,
  };
}

export function guest(changes: Partial<InvitationFields['guests'][number]> = {}): InvitationFields['guests'][number] {
  return { name: `Guest ${fresh()}`, companyName: 'Baltic Freight', email: null, phone: freshPhone(), ...changes };
}

export async function invited(
  caller: Caller,
  tenant: Named,
  changes: Parameters<typeof meeting>[0] = {},
): Promise<Invitation> {
  const { data } = await caller.call(createInvitation, { params: { tenantId: tenant.id }, body: meeting(changes) });
  return data;
}

/** Moves a date so that it began before now, as a clock would. */
export async function moveDate(db: Db, invitationId: number, hours: number): Promise<void> {
  await sql`
    update invitation set starts_at = starts_at + make_interval(hours => ${hours}), ends_at = ends_at + make_interval(hours => ${hours})
    where id = ${invitationId}`.execute(db);
}

/** A date that is on now, so that the guest may be checked in at any time of the day. */
export async function seedInvitation(
  db: Db,
  { company, tenant, host }: { company: { id: number }; tenant: { id: number }; host?: { id: number } },
): Promise<{ id: number; invitedGuestId: number }> {
  const { rows } = await typedSql({ id: int, invitedGuestId: int, guestId: int })`
    with made as (
      insert into meeting (company_id, tenant_id, notify_guests, created_by)
      values (${company.id}, ${tenant.id}, true, 'staff') returning id
    ), date as (
      insert into invitation (company_id, meeting_id, tenant_id, employee_id, language, starts_at, ends_at)
      select ${company.id}::int, id, ${tenant.id}::int, ${host?.id ?? null}::int, 'en', now(), now() + interval '1 hour' from made returning id
    ), person as (
      insert into guest (company_id, meeting_id, name, company_name, phone, language)
      select ${company.id}::int, id, 'Guest', 'Baltic Freight', ${freshPhone()}, 'en' from made returning id
    )
    insert into invitation_guest (company_id, invitation_id, guest_id)
    select ${company.id}::int, date.id, person.id from date, person
    returning invitation_id as id, id as "invitedGuestId", guest_id as "guestId"`.execute(db);
  const { guestId, ...seeded } = onlyRow(rows);
  await givePasses(db, testVault, company.id, [guestId]);
  return seeded;
}

/** The secret in the link of the guest's pass. */
export async function tokenOfGuest(db: Db, invitedGuestId: number): Promise<string> {
  const { rows } = await typedSql({ id: int, secret: bytes })`
    select p.guest_id as id, p.secret from pass p join invitation_guest ig on ig.guest_id = p.guest_id where ig.id = ${invitedGuestId}`.execute(
    db,
  );
  const { id, secret } = onlyRow(rows);
  return testVault.open(placeOfPass(id), secret);
}

/** Moves the building to a time zone in which it is as shortly after 23:00 as possible. */
export async function moveToLateEvening(db: Db, companyId: number): Promise<void> {
  await sql`update company set time_zone = ${zoneOfLateEvening} where id = ${companyId}`.execute(db);
}

/** Moves a date to the first minutes of tomorrow, at least `minutes` from now. */
export async function moveToTomorrow(db: Db, companyId: number, invitationId: number, minutes: number): Promise<void> {
  await sql`
    update invitation i set ends_at = d.ends_at + interval '3 hours',
      starts_at = greatest(d.ends_at, now() + make_interval(mins => ${minutes}))
    from building_day(${companyId}) d where i.id = ${invitationId}`.execute(db);
}

/** Moves the building to a time zone in which it is about noon, so that hours before and after now are of today. */
export async function moveToNoon(db: Db, companyId: number): Promise<void> {
  const ahead = 12 - new Date().getUTCHours();
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await db.updateTable('company').set({ time_zone: zone }).where('id', '=', companyId).execute();
}
