import { getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { changePass, declinePass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { expect, test } from 'vitest';
import { openMail } from '../../platform/outbox/content.ts';
import { building, type Building } from '../../testing/building.ts';
import { dayThere } from '../../testing/day.ts';
import { guest, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { changeSettings } from '../../testing/settings.ts';
import { testVault } from '../../testing/server.ts';

async function withPass(site: Building, changes: Parameters<typeof invited>[2] = {}) {
  const someone = guest({ name: 'Åse Ødegård' });
  const invitation = await invited(site.as('company'), site.tenant, {
    employeeId: site.employee.id,
    title: 'Audit',
    guests: [someone],
    ...changes,
  });
  const params = { token: await tokenOfGuest(site.db, invitation.guests[0]?.id ?? 0) };
  const person = site.as('pass');
  const decline = (dates: 'this' | 'all' = 'this') => person.call(declinePass, { params, query: { dates } });
  const body = { name: 'Åse Ødegård', companyName: null, phone: someone.phone };
  return { invitation, params, person, decline, comes: () => person.call(changePass, { params, body }) };
}

const repliesOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['id', 'kind', 'channel', 'recipient', 'language', 'content'])
    .where('company_id', '=', company.id)
    .where('kind', 'in', ['guestDeclined', 'guestComes'])
    .orderBy('id')
    .execute();

test('reports a guest who declines, and who comes after all, to the host', async () => {
  const site = await building();
  await changeSettings(site, { email_language: 'no' });
  const { decline, comes, invitation, person, params } = await withPass(site);
  await decline();
  await decline();
  await comes();
  await comes();
  const replies = await repliesOf(site);
  expect(replies.map(({ kind, channel, recipient, language }) => [kind, channel, recipient, language])).toEqual([
    ['guestDeclined', 'email', site.employee.email, 'no'],
    ['guestComes', 'email', site.employee.email, 'no'],
  ]);
  const [first] = replies;
  const content = first?.content ?? Buffer.of();
  expect(openMail(testVault, { id: first?.id ?? 0, kind: 'guestDeclined', content })).toMatchObject({
    guest: 'Åse Ødegård',
    host: site.employee.name,
    title: 'Audit',
    until: null,
  });
  expect((await person.call(getPass, { params })).data.messages.map(({ kind }) => kind)).toEqual(['invitation']);
  const { data } = await site.as('company').call(getInvitation, { params: { invitationId: invitation.id } });
  expect(data.guests[0]).toMatchObject({ state: 'confirmed', passState: 'queued' });
});

test('reports all dates of a series at once', async () => {
  const site = await building();
  const until = dayThere(Date.now(), 3);
  const { decline } = await withPass(site, { repeat: { unit: 'day', interval: 1, until } });
  await decline('this');
  await decline('all');
  await decline('all');
  expect(await repliesOf(site)).toHaveLength(2);
});

test('reports by SMS where the tenant sends no mails to employees', async () => {
  const site = await building();
  await changeSettings(site, { enable_email_to_employee: false, sms_language_to_employee: 'fi' });
  const { decline } = await withPass(site);
  await decline();
  expect(await repliesOf(site)).toMatchObject([{ channel: 'sms', recipient: site.employee.phone, language: 'fi' }]);
});

test('reports to the backup employee of a tenant that invites without a host', async () => {
  const site = await building();
  const { decline } = await withPass(site, { employeeId: null });
  await decline();
  expect(await repliesOf(site)).toEqual([]);
  await site.db
    .updateTable('tenant')
    .set({ backup_employee_id: site.employee.id })
    .where('id', '=', site.tenant.id)
    .execute();
  const other = await withPass(site, { employeeId: null });
  await other.decline();
  expect(await repliesOf(site)).toMatchObject([{ recipient: site.employee.email }]);
});

test('limits how often a guest changes their mind, and forgets the reports with the guest', async () => {
  const site = await building();
  const { decline, comes, person, params } = await withPass(site);
  for (let n = 0; n < 5; n += 1) {
    await decline();
    await comes();
  }
  expect(await decline()).toBeRefused(429, 'tooManyRequests');
  expect(await repliesOf(site)).toHaveLength(10);
  await person.call(deletePassData, { params });
  expect(await repliesOf(site)).toEqual([]);
});
