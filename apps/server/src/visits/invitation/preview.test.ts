import { previewHostInvitation } from '@vestibule/contract/visits/host-invitation.ts';
import { previewInvitation } from '@vestibule/contract/visits/invitation.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import type { CallInput } from '../../testing/caller.ts';
import { dayThere } from '../../testing/day.ts';

type Body = CallInput<typeof previewInvitation>['body'];

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();

const body = (changes: Partial<Body> = {}): Body => ({
  startsAt: inHours(24),
  endsAt: inHours(25),
  title: 'Lease review',
  note: 'Bring ID',
  guest: { name: 'Astrid Example', email: 'astrid@nordlys.test' },
  ...changes,
});

test('shows the mail or the SMS to a guest in the language of the guest, and stores nothing', async () => {
  const site = await building();
  const params = { tenantId: site.tenant.id };
  const staff = site.as('reception');
  const mail = (await staff.call(previewInvitation, { params, body: body({ employeeId: site.employee.id }) })).data;
  expect(mail).toMatchObject({ channel: 'email', language: 'en' });
  expect(mail.subject).toContain(site.tenant.name);
  for (const fact of ['Astrid Example', 'Lease review', 'Bring ID', site.employee.name, '/pass/']) {
    expect(mail.text).toContain(fact);
    expect(mail.html).toContain(fact);
  }
  const guest = { name: 'Astrid Example', phone: '46 51 23 45', language: 'de' } as const;
  const sms = (await staff.call(previewInvitation, { params, body: body({ guest }) })).data;
  expect(sms).toMatchObject({ channel: 'sms', language: 'de', subject: null, html: null });
  expect(sms.text).toContain('Lease review');
  const until = dayThere(Date.now(), 15);
  const series = body({ repeat: { unit: 'week', interval: 1, until } });
  expect((await staff.call(previewInvitation, { params, body: series })).data.text).toContain('Repeated until');

  const stored = await site.db.selectFrom('message').select('id').where('company_id', '=', site.company.id).execute();
  expect(stored).toEqual([]);
});

test('a host previews an own invitation, and a preview for another tenant is refused', async () => {
  const site = await building();
  const { data } = await site.as('host').call(previewHostInvitation, { body: { ...body(), employeeId: undefined } });
  expect(data.channel).toBe('email');
  const params = { tenantId: site.neighbor.id };
  expect(await site.as('tenant').call(previewInvitation, { params, body: body() })).toBeRefused(404, 'notFound');
  const other = body({ employeeId: site.employee.id });
  expect(await site.as('reception').call(previewInvitation, { params, body: other })).toBeRefused(404, 'notFound');
  const past = body({ startsAt: inHours(-2), endsAt: inHours(-1) });
  expect(
    await site.as('reception').call(previewInvitation, { params: { tenantId: site.tenant.id }, body: past }),
  ).toBeRefused(400, 'startsInPast');
  const none = body({ guest: { name: 'Astrid Example' } });
  expect(
    await site.as('reception').call(previewInvitation, { params: { tenantId: site.tenant.id }, body: none }),
  ).toBeRefused(400, 'guestNeedsEmailOrPhone');
});

test('breaks the links in title and note apart', async () => {
  const site = await building();
  const params = { tenantId: site.tenant.id };
  const written = body({ title: 'https://evil.example/x', note: 'See www.evil.example' });
  const { data } = await site.as('reception').call(previewInvitation, { params, body: written });
  expect(data.text).toContain('https:/ /evil. example/x');
  expect(data.text).toContain('See www. evil. example');
  expect(data.text).not.toContain('evil.example');
});

test('audits previews of superAdmins and partners', async () => {
  const site = await building();
  const params = { tenantId: site.tenant.id };
  for (const role of ['superAdmin', 'partner', 'company'] as const) {
    expect((await site.as(role).call(previewInvitation, { params, body: body() })).status).toBe(200);
  }
  const entries = await site.db
    .selectFrom('audit_entry')
    .select(['action', 'role'])
    .where('company_id', '=', site.company.id)
    .where('subject', '=', 'invitation')
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    { action: 'invitation.listed', role: 'superAdmin' },
    { action: 'invitation.listed', role: 'partner' },
  ]);
});
