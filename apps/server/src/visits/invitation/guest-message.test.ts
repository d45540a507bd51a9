import { cancelInvitation, changeInvitation, listInvitations } from '@vestibule/contract/visits/invitation.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import { guest, invited } from '../../testing/invitations.ts';
import { startMessaging } from '../../testing/messaging.ts';

const year = new Date().getUTCFullYear() + 1;

test('a mail about another time has the time before it, and the day if that moved', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  const desk = site.as('reception');
  const { id } = await invited(desk, site.tenant, {
    startsAt: `${year}-03-02T09:30`,
    endsAt: `${year}-03-02T10:30`,
    language: 'en',
    repeat: { unit: 'day', interval: 1, until: `${year}-03-04` },
    guests: [guest({ email: 'ase@nordlys.example', phone: null })],
  });
  const changed = async (count: number, body: Parameters<typeof change>[0]) => {
    await change(body);
    await expect.poll(() => mail.received.length).toBe(count);
    const { html = '', text = '' } = mail.received.at(-1)?.email ?? {};
    return { html, text };
  };
  const change = (body: { title?: string; startsAt?: string; endsAt?: string }) =>
    desk.call(changeInvitation, { params: { invitationId: id }, query: { dates: 'all' }, body });
  await expect.poll(() => mail.received.length).toBe(1);
  expect(mail.received[0]?.email.text).not.toContain('was ');

  const later = await changed(2, { startsAt: `${year}-03-02T11:00`, endsAt: `${year}-03-02T12:00` });
  expect(later.text).toContain(`02.03.${year}, 11:00–12:00\nwas 09:30–10:30\n`);
  expect(later.html).toMatch(/<span class="gray"[^>]*>was 09:30–10:30<\/span\s*>/);
  const otherDay = await changed(3, { startsAt: `${year}-03-05T11:00`, endsAt: `${year}-03-05T12:30` });
  expect(otherDay.text).toContain(`05.03.${year}, 11:00–12:30\nwas 02.03.${year}, 11:00–12:00\n`);
  const renamed = await changed(4, { title: 'Audit' });
  expect(renamed.text).toContain(`05.03.${year}, 11:00–12:30\n\n`);
  expect(renamed.html).not.toContain('was ');
});

test('a mail about a canceled date says whether other dates of the series stay, and each names the weekday', async () => {
  const site = await building();
  const { mail } = await startMessaging(site.server);
  const desk = site.as('reception');
  const { id } = await invited(desk, site.tenant, {
    startsAt: `${year}-03-02T09:30`,
    endsAt: `${year}-03-02T10:30`,
    language: 'en',
    repeat: { unit: 'week', interval: 1, until: `${year}-03-09` },
    guests: [guest({ email: 'ase@nordlys.example', phone: null })],
  });
  const textOf = async (count: number) => {
    await expect.poll(() => mail.received.length).toBe(count);
    return mail.received.at(-1)?.email.text ?? '';
  };
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(year, 2, 2));
  const first = await textOf(1);
  expect(first).toContain(`${weekday} 02.03.${year}, 09:30–10:30`);
  expect(first).toContain('for this invitation only');
  const cancel = (invitationId: number) =>
    desk.call(cancelInvitation, { params: { invitationId }, query: { dates: 'this' } });
  const query = { from: `${year}-03-09`, to: `${year}-03-09` };
  const { data: others } = await desk.call(listInvitations, { params: { companyId: site.company.id }, query });
  await cancel(id);
  expect(await textOf(2)).toContain('Your other dates of this series stay.');
  await cancel(others[0]?.id ?? 0);
  const last = await textOf(3);
  expect(last).toContain(`${weekday} 09.03.${year}`);
  expect(last).not.toContain('stay.');
});
