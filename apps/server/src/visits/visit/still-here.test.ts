import { checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, getPass, keepPassInside } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { endStay, keepStay, readStay } from '@vestibule/contract/visits/stay.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { guest, hourMs, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { announcingAs, publicUrl, startMessaging } from '../../testing/messaging.ts';
import { changeSettings } from '../../testing/settings.ts';
import { startServer, testVault } from '../../testing/server.ts';
import { stayToken } from '../notification/answer-token.ts';
import { checkOutForgotten } from './auto-check-out.ts';
import { askStillHere } from './still-here.ts';

const at = (time: string) => new Date(`2026-05-10T${time}:00+02:00`);
const minutes = (date: string | Date, count: number) => new Date(new Date(date).getTime() + count * 60_000);

/** A visitor without an invitation, since 10:00 in a building that closes at 18:00. */
async function walkIn(settings: Parameters<typeof changeSettings>[1] = {}) {
  const site = await building();
  await changeSettings(site, { enable_still_here: true, ...settings });
  await sql`update company set auto_check_out_at = '18:00', time_zone = 'Europe/Oslo' where id = ${site.company.id}`.execute(
    site.db,
  );
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant: site.tenant, checkedInAt: at('10:00') });
  const params = { token: stayToken(testVault, visitId) };
  return { site, visitor, visitId, params, person: site.as('pass') };
}

/** A guest inside, of a meeting that ends in an hour. */
async function guestInside(changes: Partial<Parameters<typeof guest>[0]> = {}) {
  const site = await building();
  await changeSettings(site, { enable_still_here: true });
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, { startsAt, guests: [guest(changes)] });
  const ids = invitation.guests.map(({ id }) => id);
  await site.as('company').call(checkInGuests, { body: { ids } });
  const params = { token: await tokenOfGuest(site.db, ids[0] ?? 0) };
  return { site, invitation, params, person: site.as('pass') };
}

const ask = (site: Building, now: Date) => askStillHere(site.reach, announcingAs(site).rules, now);

const questionsOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['channel', 'recipient', 'language', 'state'])
    .where('company_id', '=', company.id)
    .where('kind', '=', 'stillHere')
    .execute();

const isInside = async ({ db, company }: Building) =>
  (await sql`select from visit where company_id = ${company.id} and checked_out_at is null`.execute(db)).rows.length >
  0;

test('asks a visitor without an invitation once, at closing time', async () => {
  const { site, visitor } = await walkIn({ sms_confirmation_language: 'de' });
  await ask(site, at('17:59'));
  expect(await questionsOf(site)).toEqual([]);
  await Promise.all([ask(site, at('18:00')), ask(site, at('18:00'))]);
  const question = { channel: 'sms', recipient: visitor.phone, language: 'de' };
  expect(await questionsOf(site)).toEqual([{ ...question, state: 'queued' }]);
  await site.db.updateTable('message').set({ state: 'sent' }).where('company_id', '=', site.company.id).execute();
  await ask(site, at('18:01'));
  expect(await questionsOf(site)).toEqual([{ ...question, state: 'sent' }]);
});

test('asks at the closing hour of the kiosks in a building without automatic check-out, and checks no one out', async () => {
  const { site } = await walkIn();
  await sql`update company set auto_check_out_at = null where id = ${site.company.id}`.execute(site.db);
  await ask(site, at('18:00'));
  expect(await questionsOf(site)).toEqual([]);
  await sql`update kiosk_settings set working_hours_end = '17:00' where company_id = ${site.company.id}`.execute(
    site.db,
  );
  await ask(site, at('16:59'));
  expect(await questionsOf(site)).toEqual([]);
  await ask(site, at('17:00'));
  expect(await questionsOf(site)).toMatchObject([{ channel: 'sms', state: 'queued' }]);
  await checkOutForgotten(site.reach, at('23:00'));
  expect(await isInside(site)).toBe(true);
});

test.for([
  ['with the setting off', { enable_still_here: false }],
  ['after check-out', {}],
] as const)('asks no one %s', async ([when, settings]) => {
  const { site, visitor } = await walkIn(settings);
  if (when === 'after check-out') {
    await site.as('reception').call(checkOutVisitor, { params: { visitorId: visitor.id } });
  }
  await ask(site, at('18:00'));
  expect(await questionsOf(site)).toEqual([]);
});

test('checks out without a reply half an hour after the question', async () => {
  const { site } = await walkIn();
  await ask(site, at('18:00'));
  await checkOutForgotten(site.reach, at('18:29'));
  expect(await isInside(site)).toBe(true);
  await checkOutForgotten(site.reach, at('18:30'));
  expect(await isInside(site)).toBe(false);
});

test('a visitor who was asked late has half an hour too', async () => {
  const { site } = await walkIn();
  await ask(site, at('18:20'));
  await checkOutForgotten(site.reach, at('18:49'));
  expect(await isInside(site)).toBe(true);
  await checkOutForgotten(site.reach, at('18:50'));
  expect(await isInside(site)).toBe(false);
});

test('a visitor who is still here is asked again after two hours', async () => {
  const { site, visitId, params, person } = await walkIn();
  await ask(site, at('18:00'));
  expect((await person.call(readStay, { params })).data).toMatchObject({ isAsked: true, staysUntil: null });
  const { data } = await person.call(keepStay, { params });
  expect(data.isAsked).toBe(false);
  expect(Date.parse(data.staysUntil ?? '') - Date.now()).toBeGreaterThan(1.99 * hourMs);
  // As if the visitor had replied at 18:10.
  await sql`update visit set stays_until = ${at('20:10')} where id = ${visitId}`.execute(site.db);
  await site.db.updateTable('message').set({ state: 'sent' }).where('visit_id', '=', visitId).execute();
  await ask(site, at('20:09'));
  await checkOutForgotten(site.reach, at('20:39'));
  expect(await questionsOf(site)).toMatchObject([{ state: 'sent' }]);
  expect(await isInside(site)).toBe(true);
  await ask(site, at('20:10'));
  expect(await questionsOf(site)).toMatchObject([{ state: 'queued' }]);
  expect((await person.call(readStay, { params })).data.isAsked).toBe(true);
  await checkOutForgotten(site.reach, at('20:40'));
  expect(await isInside(site)).toBe(false);
});

test('the link shows no person, checks out at that minute, and ends', async () => {
  const { site, visitor, visitId, params, person } = await walkIn();
  await ask(site, at('18:00'));
  const { data, headers } = await person.call(readStay, { params });
  expect(data).toMatchObject({
    tenant: site.tenant,
    building: { name: site.company.name, timeZone: 'Europe/Oslo', accentColor: null, logo: null },
    checkedInAt: at('10:00').toISOString(),
    checkedOutAt: null,
    language: 'en',
  });
  expect(JSON.stringify(data)).not.toContain(visitor.name);
  expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  const left = await person.call(endStay, { params });
  expect(Date.now() - Date.parse(left.data.checkedOutAt ?? '')).toBeLessThan(60_000);
  expect((await person.call(endStay, { params })).data).toEqual(left.data);
  expect(await person.call(keepStay, { params })).toBeRefused(409, 'visitorIsNotCheckedIn');
  await sql`update visit set checked_in_at = '2020-01-01', checked_out_at = '2020-01-02' where id = ${visitId}`.execute(
    site.db,
  );
  expect(await person.call(readStay, { params })).toBeRefused(404, 'linkInvalid');
});

test('answers unknown links alike, limits the guesses of a network, and logs no token', async () => {
  const lines: string[] = [];
  const site = await building(await startServer({ log: (line) => lines.push(line) }));
  const visitor = await seedVisitor(site.db, site);
  const visitId = await seedVisit(site.db, visitor, { tenant: site.tenant });
  const person = site.as('pass');
  // The visit has no question, so its token is unknown too.
  const token = stayToken(testVault, visitId);
  const read = (of: string) => person.call(readStay, { params: { token: of } }, { from: '203.0.113.9' });
  for (const wrong of [token, `${token}X`, 'x', '0'.repeat(30), '%'])
    expect(await read(wrong)).toBeRefused(404, 'linkInvalid');
  for (let n = 0; n < 56; n += 1) await read(`guess${n}`);
  expect(await read('x')).toBeRefused(429, 'tooManyRequests');
  expect(lines.join('\n')).not.toContain(token);
});

test('a guest is asked by mail 30 minutes after the end, in the own language, and replies on the pass', async () => {
  const { site, invitation, params, person } = await guestInside({ email: 'guest@test.example', language: 'fr' });
  await ask(site, minutes(invitation.endsAt, 29));
  expect(await questionsOf(site)).toEqual([]);
  expect((await person.call(getPass, { params })).data.visit).toMatchObject({ isAsked: false });
  await ask(site, minutes(invitation.endsAt, 30));
  expect(await questionsOf(site)).toMatchObject([
    { channel: 'email', recipient: 'guest@test.example', language: 'fr', state: 'queued' },
  ]);
  const { data } = await person.call(getPass, { params });
  expect(data.visit).toMatchObject({ isAsked: true, staysUntil: null });
  expect(data.messages.map(({ kind }) => kind)).toEqual(['stillHere', 'invitation']);
  const stays = await person.call(keepPassInside, { params });
  expect(stays.data.visit?.isAsked).toBe(false);
  expect(Date.parse(stays.data.visit?.staysUntil ?? '')).toBeGreaterThan(Date.now());
  await person.call(checkOutPass, { params });
  expect(await person.call(keepPassInside, { params })).toBeRefused(409, 'visitorIsNotCheckedIn');
});

test('automatic check-out waits for the end of a meeting and the question', async () => {
  const { site, invitation } = await guestInside();
  const closing = minutes(invitation.startsAt, 30);
  await sql`
    update company set auto_check_out_at = (${closing}::timestamptz at time zone time_zone)::time(0) where id = ${site.company.id}`.execute(
    site.db,
  );
  await checkOutForgotten(site.reach, minutes(invitation.endsAt, 59));
  expect(await isInside(site)).toBe(true);
  await checkOutForgotten(site.reach, minutes(invitation.endsAt, 61));
  expect(await isInside(site)).toBe(false);
});

test('sends the link, but not to a visitor who has left', async () => {
  const { site, params, visitId } = await walkIn();
  const { sms } = await startMessaging(site.server);
  await ask(site, at('18:00'));
  await expect
    .poll(() => sms.received.map(({ text }) => text))
    .toEqual([expect.stringContaining(`${publicUrl.origin}/stay/${params.token}`)]);
  await sql`
    update message set state = 'queued', next_attempt_at = now() + interval '1 second' where visit_id = ${visitId}`.execute(
    site.db,
  );
  await sql`update visit set checked_out_at = now() where id = ${visitId}`.execute(site.db);
  await expect.poll(async () => (await questionsOf(site))[0]?.state).toBe('failed');
  expect(sms.received).toHaveLength(1);
});
