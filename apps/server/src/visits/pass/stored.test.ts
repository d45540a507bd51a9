import { checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { checkOutPass, getPass } from '@vestibule/contract/visits/pass.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { hourMs, invited, moveDate, tokenOfGuest } from '../../testing/invitations.ts';
import { notifyEverything } from '../../testing/messaging.ts';
import { forgetGuests } from '../invitation/forget.ts';
import { purgeVisits } from '../retention/retention.ts';

const dayMs = 24 * hourMs;

/** A guest of a series of three dates, who came to the first. */
async function guestOfSeries(site: Building) {
  const start = Date.now() + 60_000;
  const { id: invitationId, guests } = await invited(site.as('company'), site.tenant, {
    startsAt: new Date(start).toISOString(),
    repeat: { unit: 'day', interval: 5, until: dayThere(start, 10) },
  });
  const id = guests[0]?.id ?? 0;
  const params = { token: await tokenOfGuest(site.db, id) };
  const person = site.as('pass');
  await site.as('reception').call(checkInGuests, { body: { ids: [id] } });
  return { params, person, invitationId, read: async () => (await person.call(getPass, { params })).data };
}

const untilOf = ({ stored }: Awaited<ReturnType<Awaited<ReturnType<typeof guestOfSeries>>['read']>>) =>
  new Map(stored.map(({ what, until }) => [what, until]));

test('keeps a guest who left until no date of the series is left, and says so', async () => {
  const site = await building();
  const { person, params, read } = await guestOfSeries(site);
  expect(untilOf(await read())).toEqual(
    new Map([
      ['guest', null],
      ['visit', null],
      ['messages', null],
    ]),
  );
  await person.call(checkOutPass, { params });
  const until = untilOf(await read());
  expect(until.get('messages')).toBe(until.get('guest'));
  const [guestUntil, visitUntil] = [Date.parse(until.get('guest') ?? ''), Date.parse(until.get('visit') ?? '')];
  expect(guestUntil).toBeGreaterThan(visitUntil + 5 * dayMs);
  const cleanUp = async (now: Date) => {
    await purgeVisits(site.reach, now, () => Promise.resolve());
    await forgetGuests(site.reach, now);
  };
  await cleanUp(new Date(visitUntil + hourMs));
  expect(untilOf(await read())).toEqual(
    new Map([
      ['guest', until.get('guest')],
      ['messages', until.get('guest')],
    ]),
  );
  await cleanUp(new Date(guestUntil - hourMs));
  expect((await read()).stored).toHaveLength(2);
  await cleanUp(new Date(guestUntil));
  expect(await person.call(getPass, { params })).toBeRefused(404, 'passUnknown');
});

test('lists visits and messages of earlier dates of the series', async () => {
  const site = await building();
  await notifyEverything(site);
  const { person, params, read, invitationId } = await guestOfSeries(site);
  const answer = { answer_kind: 'wait', answered_at: new Date().toISOString() } as const;
  await site.db.updateTable('visit').set(answer).where('company_id', '=', site.company.id).execute();
  await person.call(checkOutPass, { params });
  const before = await read();
  expect(before.messages.map(({ kind }) => kind)).toContain('visitConfirmation');
  await moveDate(site.db, invitationId, -48);
  const after = await read();
  expect(after.startsAt).not.toBe(before.startsAt);
  expect(after).toMatchObject({ visit: null, stored: before.stored, messages: before.messages });
  expect(untilOf(after).get('visit')).not.toBeNull();
  expect(untilOf(after).get('answer')).toBe(untilOf(after).get('visit'));
});
