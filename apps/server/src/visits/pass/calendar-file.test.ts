import { cancelInvitation } from '@vestibule/contract/visits/invitation.ts';
import { declinePass } from '@vestibule/contract/visits/pass.ts';
import { expect, test } from 'vitest';
import { building } from '../../testing/building.ts';
import { datesIn, readCalendar } from '../../testing/calendar.ts';
import { guest, hourMs, invited, tokenOfGuest } from '../../testing/invitations.ts';

async function withCalendar() {
  const site = await building();
  const startsAt = new Date(Math.ceil(Date.now() / hourMs) * hourMs).toISOString();
  const { id, endsAt, guests } = await invited(site.as('company'), site.tenant, {
    employeeId: site.employee.id,
    note: 'Bring the plans.\nATTENDEE:mailto:mallory@test.example',
    startsAt,
    guests: [guest({ email: 'ase@nordlys.example' }), guest({ email: 'ola@nordlys.example' })],
  });
  const token = await tokenOfGuest(site.db, guests[0]?.id ?? 0);
  const person = site.as('pass');
  const file = () => person.send({ method: 'GET', url: `/api/v1/pass/${token}/calendar.ics` });
  return { site, id, startsAt, endsAt, params: { token }, person, file };
}

test('serves a calendar file of the meeting that names no people', async () => {
  const { startsAt, endsAt, file } = await withCalendar();
  const { statusCode, headers, body } = await file();
  expect([statusCode, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'attachment; filename="invitation.ics"',
  ]);
  const { main, components, calendar } = readCalendar(body);
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
  expect(datesIn({ main })).toEqual([`${startsAt.slice(0, 16).replace('T', ' ')}–${endsAt.slice(11, 16)}`]);
  expect(components).toHaveLength(1);
  for (const name of ['attendee', 'organizer']) expect(components[0]?.getAllProperties(name)).toEqual([]);
  expect(body).not.toContain('@nordlys.example');
});

test('serves no calendar file of a canceled meeting, to a guest who declined, or for an unknown pass', async () => {
  const canceled = await withCalendar();
  const params = { invitationId: String(canceled.id) };
  await canceled.site.as('company').call(cancelInvitation, { params });
  expect((await canceled.file()).statusCode).toBe(410);
  const declined = await withCalendar();
  await declined.person.call(declinePass, { params: declined.params });
  expect((await declined.file()).statusCode).toBe(410);
  const unknown = await declined.person.send({ method: 'GET', url: '/api/v1/pass/x/calendar.ics' });
  expect(unknown.statusCode).toBe(404);
});
