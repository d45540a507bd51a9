import { cancelInvitation, changeInvitation, checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { declinePass } from '@vestibule/contract/visits/pass.ts';
import { sql } from 'kysely';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, hourMs, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { announcingAs, startMessaging } from '../../testing/messaging.ts';
import { changeSettings } from '../../testing/settings.ts';
import { testVault } from '../../testing/server.ts';
import { remindGuests } from './reminder.ts';

/** A moment on the building's clock, days from today. */
const on = (days: number, time: string, zone = 'Europe/Oslo') =>
  new Date(
    Temporal.Now.plainDateISO(zone).add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time })
      .epochMilliseconds,
  );

async function site(settings: Parameters<typeof changeSettings>[1] = {}): Promise<Building> {
  const made = await building();
  await made.db.updateTable('company').set({ time_zone: 'Europe/Oslo' }).where('id', '=', made.company.id).execute();
  await changeSettings(made, { enable_invitation_reminder: true, ...settings });
  return made;
}

const invite = (of: Building, changes: Parameters<typeof invited>[2] = {}) =>
  invited(of.as('company'), of.tenant, { startsAt: on(5, '09:30').toISOString(), ...changes });

const remind = (of: Building, now: Date) =>
  remindGuests(
    of.reach,
    { vault: testVault, smsRules: announcingAs(of).rules, origin: 'https://desk.example.com' },
    now,
  );

const remindersOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['channel', 'recipient', 'language'])
    .where('company_id', '=', company.id)
    .where('kind', '=', 'invitationReminder')
    .orderBy('id')
    .execute();

test('reminds guests once, from 16:00 of the day before, by mail or SMS', async () => {
  const of = await site();
  const [byMail, bySms] = [guest({ email: 'guest@test.example', language: 'nl' }), guest()];
  await invite(of, { guests: [byMail, bySms] });
  await remind(of, on(4, '15:59'));
  expect(await remindersOf(of)).toEqual([]);
  await Promise.all([remind(of, on(4, '16:00')), remind(of, on(4, '16:00'))]);
  await remind(of, on(4, '20:59'));
  expect(await remindersOf(of)).toEqual([
    { channel: 'email', recipient: 'guest@test.example', language: 'nl' },
    { channel: 'sms', recipient: bySms.phone, language: 'en' },
  ]);
});

test.for([
  ['at night', on(4, '21:00')],
  ['on the day itself', on(5, '08:00')],
  ['two days before', on(3, '16:30')],
] as const)('does not remind %s', async ([, now]) => {
  const of = await site();
  await invite(of);
  await remind(of, now);
  expect(await remindersOf(of)).toEqual([]);
});

test('counts the hours and days of the building', async () => {
  const of = await site();
  const zone = 'Pacific/Auckland';
  await of.db.updateTable('company').set({ time_zone: zone }).where('id', '=', of.company.id).execute();
  await invite(of, { startsAt: on(5, '09:30', zone).toISOString() });
  await remind(of, on(4, '15:59', zone));
  expect(await remindersOf(of)).toEqual([]);
  await remind(of, on(4, '16:00', zone));
  expect(await remindersOf(of)).toHaveLength(1);
});

test.for(['the setting off', 'guests who are not notified'] as const)('does not remind with %s', async (what) => {
  const of = await site({ enable_invitation_reminder: what !== 'the setting off' });
  await invite(of, { notifyGuests: what !== 'guests who are not notified' });
  await remind(of, on(4, '16:30'));
  expect(await remindersOf(of)).toEqual([]);
});

test('does not remind guests who declined, are canceled, came already, or were invited within a day', async () => {
  const of = await site();
  const desk = of.as('company');
  const declined = await invite(of);
  const token = await tokenOfGuest(of.db, declined.guests[0]?.id ?? 0);
  await of.as('pass').call(declinePass, { params: { token }, query: { dates: 'this' } });
  const canceled = await invite(of);
  await desk.call(cancelInvitation, { params: { invitationId: canceled.id }, query: { dates: 'this' } });
  const early = await invited(desk, of.tenant, { startsAt: new Date(Date.now() + 60_000).toISOString() });
  await desk.call(checkInGuests, { body: { ids: early.guests.map(({ id }) => id) } });
  await sql`
    update invitation set starts_at = ${on(5, '10:00')}, ends_at = ${on(5, '11:00')} where id = ${early.id}`.execute(
    of.db,
  );
  const late = await invite(of);
  await sql`update invitation_guest set created_at = ${on(4, '12:00')} where invitation_id = ${late.id}`.execute(of.db);
  await remind(of, on(4, '16:30'));
  expect(await remindersOf(of)).toEqual([]);
});

test('reminds of each date of a series, and of a moved date on its new day', async () => {
  const of = await site();
  const until = dayThere(on(6, '12:00'));
  const { id } = await invite(of, { repeat: { unit: 'day', interval: 1, until } });
  await remind(of, on(4, '16:00'));
  expect(await remindersOf(of)).toHaveLength(1);
  await remind(of, on(5, '16:00'));
  expect(await remindersOf(of)).toHaveLength(2);
  const single = await invite(of);
  const startsAt = on(8, '09:30').toISOString();
  const endsAt = new Date(Date.parse(startsAt) + hourMs).toISOString();
  const change = { params: { invitationId: single.id }, query: { dates: 'this' as const }, body: { startsAt, endsAt } };
  await of.as('company').call(changeInvitation, change);
  await remind(of, on(4, '17:00'));
  expect(await remindersOf(of)).toHaveLength(2);
  await remind(of, on(7, '17:00'));
  expect(await remindersOf(of)).toHaveLength(3);
  expect(id).toBeGreaterThan(0);
});

test('reminds again of a date that moved to another day after the reminder', async () => {
  const of = await site();
  const { id } = await invite(of);
  await remind(of, on(4, '16:00'));
  const move = (days: number, time: string) => {
    const startsAt = on(days, time).toISOString();
    const endsAt = new Date(Date.parse(startsAt) + hourMs).toISOString();
    return of.as('company').call(changeInvitation, { params: { invitationId: id }, body: { startsAt, endsAt } });
  };
  await move(5, '11:30');
  await remind(of, on(4, '17:00'));
  expect(await remindersOf(of)).toHaveLength(1);
  await move(8, '11:30');
  await remind(of, on(7, '17:00'));
  expect(await remindersOf(of)).toHaveLength(2);
});

test('a reminder has the link and the code, but no calendar part', async () => {
  const of = await site();
  const { mail } = await startMessaging(of.server);
  const { guests } = await invite(of, { guests: [guest({ phone: null, email: 'guest@test.example' })] });
  await remind(of, on(4, '16:00'));
  const sent = () => mail.received.filter(({ email }) => email.subject?.startsWith('Reminder'));
  await expect.poll(() => sent().length).toBe(1);
  const token = await tokenOfGuest(of.db, guests[0]?.id ?? 0);
  expect(sent()[0]?.email.text).toContain(`https://desk.example.com/pass/${token}`);
  expect(sent()[0]?.raw).not.toContain('text/calendar');
});
