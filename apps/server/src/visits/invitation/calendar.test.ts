import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import {
  cancelInvitation,
  changeInvitation,
  getInvitation,
  listInvitations,
  removeGuest,
  type Repeat,
} from '@vestibule/contract/visits/invitation.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { datesIn, readCalendar } from '../../testing/calendar.ts';
import { guest, invited, moveDate, tokenOfGuest } from '../../testing/invitations.ts';
import { startMessaging } from '../../testing/messaging.ts';

const email = 'ase@nordlys.example';
const year = new Date().getUTCFullYear() + 1;
/** The Monday three weeks before daylight saving ends. */
const monday = new Date(Date.UTC(year, 9, 25));
monday.setUTCDate(monday.getUTCDate() + 6 - ((monday.getUTCDay() + 6) % 7) - 20);
const dayOf = (week: number, days = 0) =>
  new Date(monday.getTime() + (week * 7 + days) * 24 * 3_600_000).toISOString().slice(0, 10);

async function series(repeat: Repeat = { unit: 'week', interval: 1, until: dayOf(3) }) {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  const { id } = await invited(site.as('reception'), site.tenant, {
    employeeId: site.employee.id,
    title: 'Review of https://evil.example/x',
    startsAt: `${dayOf(0)}T09:00`,
    endsAt: `${dayOf(0)}T10:00`,
    repeat,
    guests: [guest({ email, name: 'Åse' }), guest({ email: 'other@nordlys.example', name: 'Ola' })],
  });
  const partsOf = () =>
    mail.received
      .filter(({ to }) => to.includes(email))
      .map(({ email: { attachments, replyTo, html = '' } }) => {
        const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar');
        const content = part?.content ?? '';
        const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
        return { ...readCalendar(text), method: part?.method, replyTo, html };
      });
  const part = async (count: number) => {
    await expect.poll(() => partsOf().length).toBe(count);
    const last = partsOf().at(-1);
    if (!last) throw new Error('expected a mail');
    return last;
  };
  return { site, id, part };
}

async function datesOfSeries(site: Building): Promise<number[]> {
  const query = { from: dayOf(0), to: dayOf(4) };
  const { data } = await site.as('company').call(listInvitations, { params: { companyId: site.company.id }, query });
  return data.map(({ id }) => id);
}

function textsOf(event: ReturnType<typeof readCalendar>['components'][number]): (string | null)[] {
  return ['summary', 'description', 'recurrence-id'].map(
    (name) => event.getFirstPropertyValue(name)?.toString() ?? null,
  );
}

test('an invitation is one calendar part with a rule, and replies go to the host', async () => {
  const { site, part } = await series();
  const { main, components, text, method, replyTo, html } = await part(1);
  expect(method).toBe('REQUEST');
  expect(main.isRecurring()).toBe(true);
  expect(datesIn({ main })).toEqual([
    `${dayOf(0)} 07:00–08:00`,
    `${dayOf(1)} 07:00–08:00`,
    `${dayOf(2)} 07:00–08:00`,
    `${dayOf(3)} 08:00–09:00`,
  ]);
  expect(components.flatMap((event) => event.getAllProperties('attendee')).map((one) => one.getFirstValue())).toEqual([
    expect.stringMatching(new RegExp(`^mailto:${email}$`, 'i')),
  ]);
  expect(text).toContain(`ORGANIZER;CN="${site.employee.name}":mailto:desk@vestibule.example`);
  expect(text).not.toContain('other@nordlys.example');
  expect(text).not.toContain('https://evil.example');
  expect(html).not.toContain('https://evil.example');
  expect(replyTo).toMatchObject([{ name: site.employee.name, address: site.employee.email }]);
});

test('changes of one and of all dates update the part with its UID and a higher SEQUENCE', async () => {
  const { site, id, part } = await series();
  const first = await part(1);
  const [, second = 0] = await datesOfSeries(site);
  const desk = site.as('reception');
  const moved = { startsAt: `${dayOf(1, 1)}T13:00`, endsAt: `${dayOf(1, 1)}T13:30` };
  await desk.call(changeInvitation, { params: { invitationId: second }, body: moved });
  const changed = await part(2);
  expect(changed.main.uid).toBe(first.main.uid);
  expect(changed.main.sequence).toBeGreaterThan(first.main.sequence);
  expect(datesIn(changed)).toEqual([
    `${dayOf(0)} 07:00–08:00`,
    `${dayOf(1, 1)} 11:00–11:30`,
    `${dayOf(2)} 07:00–08:00`,
    `${dayOf(3)} 08:00–09:00`,
  ]);
  const later = { startsAt: `${dayOf(0)}T10:00`, endsAt: `${dayOf(0)}T11:00` };
  await desk.call(changeInvitation, { params: { invitationId: id }, query: { dates: 'all' }, body: later });
  const all = await part(3);
  expect(all.main.sequence).toBeGreaterThan(changed.main.sequence);
  expect(datesIn(all).map((date) => date.slice(11))).toEqual([
    '08:00–09:00',
    '08:00–09:00',
    '08:00–09:00',
    '09:00–10:00',
  ]);
});

test('another title or note of one date names this date alone', async () => {
  const { site, id, part } = await series();
  await part(1);
  const [first = 0, , third = 0] = await datesOfSeries(site);
  const desk = site.as('reception');
  const texts = { title: 'Fire drill at https://evil.example/y', note: 'Bring a coat' };
  await desk.call(changeInvitation, { params: { invitationId: third }, body: texts });
  const { data } = await desk.call(getInvitation, { params: { invitationId: id } });
  const token = await tokenOfGuest(site.db, data.guests.find((one) => one.email === email)?.id ?? 0);
  const file = await site.as('pass').send({ method: 'GET', url: `/api/v1/pass/${token}/calendar.ics` });
  const drill = ['Fire drill at https:/ /evil. example/y', 'Bring a coat'];
  const review = ['Review of https:/ /evil. example/x', null];
  for (const { components } of [await part(2), readCalendar(file.body)]) {
    expect(components.map(textsOf)).toEqual([
      [...review, null],
      [...drill, `${dayOf(2)}T09:00:00`],
    ]);
  }
  const following = { params: { invitationId: first }, query: { dates: 'following' } } as const;
  await desk.call(changeInvitation, { ...following, body: { note: 'Ring twice' } });
  const noted = await part(3);
  expect(noted.components.map(textsOf)).toEqual([
    [review[0], 'Ring twice', null],
    [drill[0], 'Ring twice', `${dayOf(2)}T09:00:00`],
  ]);
  await desk.call(cancelInvitation, { params: { invitationId: third } });
  expect((await part(4)).components.map(textsOf)).toEqual([[drill[0], 'Ring twice', `${dayOf(2)}T09:00:00`]]);
});

test('an earlier date that the rule no longer reaches gets no entry', async () => {
  const { site, id, part } = await series({ unit: 'day', interval: 1, until: dayOf(0, 3) });
  await part(1);
  const [, , third = 0] = await datesOfSeries(site);
  const desk = site.as('reception');
  await desk.call(changeInvitation, { params: { invitationId: id }, body: { title: 'Kick-off' } });
  await part(2);
  await moveDate(site.db, id, -800 * 24);
  await desk.call(changeInvitation, { params: { invitationId: third }, body: { title: 'Fire drill' } });
  const { components, ...changed } = await part(3);
  expect(datesIn(changed).map((date) => date.slice(0, 10))).toEqual([dayOf(0, 1), dayOf(0, 2), dayOf(0, 3)]);
  expect(components.map((event) => textsOf(event)[2])).toEqual([null, `${dayOf(0, 2)}T09:00:00`]);
});

test('a canceled date is named alone, and the last ones cancel the meeting', async () => {
  const { site, id, part } = await series();
  const first = await part(1);
  const [, second = 0] = await datesOfSeries(site);
  await site.as('reception').call(cancelInvitation, { params: { invitationId: second } });
  const one = await part(2);
  expect(one.method).toBe('CANCEL');
  expect(one.main.uid).toBe(first.main.uid);
  expect(one.components.map((event) => event.getFirstPropertyValue('recurrence-id')?.toString())).toEqual([
    `${dayOf(1)}T09:00:00`,
  ]);
  await site.as('reception').call(cancelInvitation, { params: { invitationId: id }, query: { dates: 'all' } });
  const whole = await part(3);
  expect(whole.method).toBe('CANCEL');
  expect(whole.main.sequence).toBeGreaterThan(one.main.sequence);
  expect(whole.components).toHaveLength(1);
  expect(whole.components[0]?.getFirstProperty('recurrence-id')).toBeNull();
});

test('a guest who is removed, or whose tenant is deleted, gets a cancellation with a higher SEQUENCE', async () => {
  const { site, id, part } = await series();
  const first = await part(1);
  const desk = site.as('company');
  const { data } = await desk.call(getInvitation, { params: { invitationId: id } });
  const guestId = data.guests.find((one) => one.email === email)?.id ?? 0;
  await desk.call(removeGuest, { params: { invitationId: id, guestId }, query: { dates: 'all' } });
  const removed = await part(2);
  expect(removed.method).toBe('CANCEL');
  expect(removed.main.uid).toBe(first.main.uid);
  expect(removed.main.sequence).toBeGreaterThan(first.main.sequence);

  await invited(desk, site.tenant, { guests: [guest({ email })] });
  const second = await part(3);
  await desk.call(deleteTenant, { params: { tenantId: site.tenant.id } });
  const deleted = await part(4);
  expect(deleted.main.uid).toBe(second.main.uid);
  expect(deleted.main.sequence).toBeGreaterThan(second.main.sequence);
});

test('a moved first date keeps the others', async () => {
  const { site, id, part } = await series();
  const moved = { startsAt: `${dayOf(0, 3)}T09:00`, endsAt: `${dayOf(0, 3)}T10:00` };
  await site.as('reception').call(changeInvitation, { params: { invitationId: id }, body: moved });
  expect(datesIn(await part(2)).map((date) => date.slice(0, 10))).toEqual([dayOf(0, 3), dayOf(1), dayOf(2), dayOf(3)]);
});

test('another rule updates the part, also if earlier dates do not fit it', async () => {
  const { site, id, part } = await series();
  const first = await part(1);
  const desk = site.as('reception');
  const days = (dates: string[]) => dates.map((date) => date.slice(0, 10));
  const twelve = Array.from({ length: 12 }, (_, place) => dayOf(0, place));
  const daily = { unit: 'day', interval: 1, until: dayOf(1, 4) } as const;
  const all = { params: { invitationId: id }, query: { dates: 'all' } } as const;
  await desk.call(changeInvitation, { ...all, body: { repeat: daily } });
  const changed = await part(2);
  expect(changed.method).toBe('REQUEST');
  expect(changed.main.uid).toBe(first.main.uid);
  expect(changed.main.sequence).toBeGreaterThan(first.main.sequence);
  expect(days(datesIn(changed))).toEqual(twelve);
  expect(changed.text).toContain('RRULE:FREQ=DAILY');

  const weekly = { unit: 'week', interval: 1, until: dayOf(3, 4) } as const;
  const invitationId = (await datesOfSeries(site)).at(-1) ?? 0;
  const following = { params: { invitationId }, query: { dates: 'following' } } as const;
  await desk.call(changeInvitation, { ...following, body: { repeat: weekly } });
  const last = await part(3);
  expect(last.main.sequence).toBeGreaterThan(changed.main.sequence);
  expect(days(datesIn(last))).toEqual([...twelve, dayOf(2, 4), dayOf(3, 4)]);
});

test('the organizer has the name of a host without an address', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  await site.db.updateTable('employee').set({ email: null }).where('id', '=', site.employee.id).execute();
  await invited(site.as('company'), site.tenant, { employeeId: site.employee.id, guests: [guest({ email })] });
  const contents = () =>
    mail.received.flatMap(({ email: { attachments } }) => attachments.map(({ content }) => content));
  await expect.poll(() => contents().length).toBeGreaterThan(0);
  const texts = contents().map((content) =>
    typeof content === 'string' ? content : new TextDecoder().decode(content),
  );
  expect(texts.join('\n')).toContain(`ORGANIZER;CN="${site.employee.name}":mailto:desk@vestibule.example`);
});

test('a date that no start of the rule fits keeps the others', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  const { id } = await invited(site.as('reception'), site.tenant, {
    startsAt: `${dayOf(0)}T09:00`,
    endsAt: `${dayOf(0)}T10:00`,
    repeat: { unit: 'week', interval: 5, until: dayOf(10) },
    guests: [guest({ email })],
  });
  const moved = { startsAt: `${dayOf(5, 4)}T09:00`, endsAt: `${dayOf(5, 4)}T10:00` };
  await site.as('reception').call(changeInvitation, { params: { invitationId: id }, body: moved });
  await expect.poll(() => mail.received.length).toBe(2);
  const content =
    mail.received[1]?.email.attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content ?? '';
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  expect(datesIn(readCalendar(text)).map((date) => date.slice(0, 10))).toEqual([dayOf(5), dayOf(5, 4), dayOf(10)]);
});
