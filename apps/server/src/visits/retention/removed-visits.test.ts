import { deleteTenant } from '@vestibule/contract/building/tenant.ts';
import { eraseVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { checkInGuests } from '@vestibule/contract/visits/invitation.ts';
import { deletePassData } from '@vestibule/contract/visits/pass.ts';
import { checkOutVisitor } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor } from '@vestibule/contract/visits/visitor.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { onlyRow } from '../../platform/db/database.ts';
import { int, typedSql } from '../../platform/db/typed-sql.ts';
import { building, type Building } from '../../testing/building.ts';
import { guest, invited, tokenOfGuest } from '../../testing/invitations.ts';
import { changeSettings } from '../../testing/settings.ts';
import { purgeVisits } from './retention.ts';

/** A guest with two visits of today, the second open, and the reply that names the guest. */
async function visitedTwice() {
  const site = await building();
  const desk = site.as('reception');
  const someone = guest();
  const startsAt = new Date(Date.now() + 60_000).toISOString();
  const invitation = await invited(site.as('company'), site.tenant, { startsAt, title: 'Audit', guests: [someone] });
  const guestId = invitation.guests[0]?.id ?? 0;
  const token = await tokenOfGuest(site.db, guestId);
  await sql`
    insert into idempotent_reply (user_id, key, request_hash, reply)
    values (${site.users.company.id}, 'invited', '', ${JSON.stringify(invitation)}::jsonb)`.execute(site.db);
  const checkIn = async () => (await desk.call(checkInGuests, { body: { ids: [guestId] } })).data.visitors[0]?.id ?? 0;
  const visitorId = await checkIn();
  await desk.call(checkOutVisitor, { params: { visitorId } });
  await checkIn();
  return { site, desk, visitorId, token, params: { visitorId } };
}

const state = async ({ db, company }: Building) => {
  const { rows } = await typedSql({ visits: int, counted: int, guests: int, titles: int, replies: int })`
    select (select count(*)::int from visit where company_id = ${company.id}) as visits,
      (select coalesce(sum(visits), 0)::int from visit_count where company_id = ${company.id}) as counted,
      (select count(*)::int from guest where company_id = ${company.id}) as guests,
      (select count(*)::int from invitation where company_id = ${company.id} and title is not null) as titles,
      (select count(*)::int from idempotent_reply where key = 'invited' and user_id in (
        select id from user_account where company_id = ${company.id})) as replies`.execute(db);
  return onlyRow(rows);
};

type Visited = Awaited<ReturnType<typeof visitedTwice>>;

const leave = ({ desk, params }: Visited) => desk.call(checkOutVisitor, { params });

const ways: Record<string, (visited: Visited) => Promise<unknown>> = {
  retention: async (visited) => {
    await leave(visited);
    await changeSettings(visited.site, { gdpr_handling: 'deletedAfter24hours' });
    await purgeVisits(visited.site.reach, new Date(Date.now() + 25 * 3_600_000), () => Promise.resolve());
  },
  'a data request': async (visited) => {
    await leave(visited);
    await visited.site.as('company').call(eraseVisitorData, { params: visited.params });
  },
  'the user of a tenant who deletes the visitor': async (visited) => {
    await leave(visited);
    const { db, tenant } = visited.site;
    await sql`update visitor set preregistered_tenant_id = ${tenant.id} where id = ${visited.visitorId}`.execute(db);
    await visited.site.as('tenant').call(deleteVisitor, { params: visited.params });
  },
  'a check-out with an opt-out for all visits': async (visited) => {
    await sql`update visit set opt_out = 'tenantVisits' where visitor_id = ${visited.visitorId}`.execute(
      visited.site.db,
    );
    await leave(visited);
  },
  'the guest on the pass': async (visited) => {
    await leave(visited);
    await visited.site.as('pass').call(deletePassData, { params: { token: visited.token } });
  },
  'the guest on the pass, during a visit': async (visited) => {
    await visited.site.as('pass').call(deletePassData, { params: { token: visited.token } });
    await leave(visited);
  },
};

test('the arrival of a guest is noted once', async () => {
  const { site } = await visitedTwice();
  const { rows } = await sql`
    select from invitation_guest ig
    where ig.company_id = ${site.company.id}
      and ig.arrived_at = (select min(checked_in_at) from visit where company_id = ig.company_id)`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(await state(site)).toEqual({ visits: 2, counted: 0, guests: 1, titles: 1, replies: 1 });
});

test.each(Object.keys(ways))(
  'visits that are removed by %s are counted, and take guest, title and replies along',
  async (way) => {
    const visited = await visitedTwice();
    await ways[way]?.(visited);
    expect(await state(visited.site)).toEqual({ visits: 0, counted: 2, guests: 0, titles: 0, replies: 0 });
  },
);

test('a check-out to a tenant that keeps nothing counts the visit', async () => {
  const visited = await visitedTwice();
  await changeSettings(visited.site, { gdpr_handling: 'noInfoSaved' });
  await leave(visited);
  expect(await state(visited.site)).toEqual({ visits: 1, counted: 1, guests: 0, titles: 0, replies: 0 });
});

test('a deleted tenant takes stored replies about its guests along', async () => {
  const visited = await visitedTwice();
  await leave(visited);
  const { site } = visited;
  await invited(site.as('company'), site.neighbor);
  await site.as('company').call(deleteTenant, { params: { tenantId: site.tenant.id } });
  expect(await state(site)).toEqual({ visits: 0, counted: 0, guests: 1, titles: 0, replies: 0 });
});
