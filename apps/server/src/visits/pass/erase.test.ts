import { checkInGuests, getInvitation } from '@vestibule/contract/visits/invitation.ts';
import { changePass, checkOutPass, deletePassData, getPass } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { building, type Building, seedVisitor } from '../../testing/building.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { guest, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { changeSettings } from '../../testing/settings.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';

async function withPass(site: Building, someone = guest({ name: 'Unmistakable' })) {
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, { startsAt, guests: [someone] });
  const id = invitation.guests[0]?.id ?? 0;
  return { invitation, id, someone, params: { token: await tokenOfGuest(site.db, id) }, person: site.as('pass') };
}

async function countTraces({ db, company }: Building, phone: string | null | undefined): Promise<number> {
  const { rows } = await typedSql({ count: int })`
    select (select count(*) from visitor where company_id = ${company.id} and phone = ${phone})
      + (select count(*) from visit where company_id = ${company.id} and phone = ${phone})
      + (select count(*) from guest where company_id = ${company.id})
      + (select count(*) from message where company_id = ${company.id})
      + (select count(*) from pass where company_id = ${company.id}) as count`.execute(db);
  return rows[0]?.count ?? -1;
}

test('deletes the data of a guest who has not come', async () => {
  const site = await building();
  const { params, person, someone, invitation } = await withPass(site);
  expect(await countTraces(site, someone.phone)).toBeGreaterThan(3);
  const { status, data } = await person.call(deletePassData, { params });
  expect([status, data]).toEqual([200, null]);
  expect(await countTraces(site, someone.phone)).toBe(0);
  expect(await person.call(getPass, { params })).toBeRefused(404, 'passUnknown');
  const { data: left } = await site.as('company').call(getInvitation, { params: { invitationId: invitation.id } });
  expect(left.guests).toEqual([]);
});

test('deletes the data of a guest who left, with the visit', async () => {
  const site = await building();
  const { params, person, someone, id } = await withPass(site);
  await site.as('reception').call(checkInGuests, { body: { ids: [id] } });
  await person.call(checkOutPass, { params });
  expect((await person.call(getPass, { params })).data.stored.map(({ what }) => what)).toContain('visit');
  await person.call(deletePassData, { params });
  expect(await countTraces(site, someone.phone)).toBe(0);
  const actions = await site.db
    .selectFrom('audit_entry')
    .select('action')
    .where('company_id', '=', site.company.id)
    .where('subject', 'in', ['visit', 'invitation'])
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual([
    'invitation.created',
    'visit.checkedIn',
    'visit.checkedOut',
    'invitation.dataDeleted',
  ]);
});

test('deletes at check-out during a visit, also after an earlier visit of the day', async () => {
  const site = await building();
  const { params, person, someone, id } = await withPass(site);
  const desk = site.as('reception');
  await desk.call(checkInGuests, { body: { ids: [id] } });
  await person.call(checkOutPass, { params });
  const { data: again } = await desk.call(checkInGuests, { body: { ids: [id] } });
  const { data } = await person.call(deletePassData, { params });
  expect(data).toMatchObject({ guest: { state: 'inside' }, visit: { checkedOutAt: null, isDeletedAtCheckOut: true } });
  await desk.call(checkOutVisitor, { params: { visitorId: again.visitors[0]?.id ?? 0 } });
  expect(await countTraces(site, someone.phone)).toBe(0);
});

test('deletes a visitor whom the pass created, and no other', async () => {
  const site = await building();
  const silent = () => guest({ phone: null, email: 'guest@test.example' });
  const fields = { name: 'Åse', companyName: null };
  const created = await withPass(site, silent());
  const phone = freshPhone();
  const remembered = { ...fields, phone, shouldSaveData: true };
  await created.person.call(changePass, { params: created.params, body: remembered });
  await created.person.call(deletePassData, { params: created.params });
  expect(await countTraces(site, phone)).toBe(0);

  const known = await seedVisitor(site.db, site);
  await sql`update visitor set should_save_data = true, saved_until = now() + interval '1 day' where id = ${known.id}`.execute(
    site.db,
  );
  const other = await withPass(site, silent());
  const body = { ...fields, phone: known.phone, shouldSaveData: false };
  await other.person.call(changePass, { params: other.params, body });
  await other.person.call(deletePassData, { params: other.params });
  expect(await countTraces(site, known.phone)).toBe(1);
});

test('shows the end of a visit to a tenant that keeps none', async () => {
  const site = await building();
  await changeSettings(site, { gdpr_handling: 'noInfoSaved' });
  const { params, person, someone, id } = await withPass(site);
  await site.as('reception').call(checkInGuests, { body: { ids: [id] } });
  const { data } = await person.call(checkOutPass, { params });
  expect(data).toMatchObject({ guest: { state: 'left' }, stored: [], messages: [] });
  expect(await countTraces(site, someone.phone)).toBe(0);
});
