import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Building, building, seedVisit, seedVisitor } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { guest, invited, moveToNoon } from '../../testing/invitations.ts';
import { listeningBuilding, openLive } from '../../testing/live.ts';
import { sweepLeftOvers } from './retention.ts';

test('removes an expected visitor who did not come for 30 days from desk and tenant', async () => {
  const site = await listeningBuilding();
  const { db, company, tenant } = site;
  const { id } = await seedVisitor(db, site, { expectedBy: tenant });
  const screens = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const isThereAfter = async (days: number) => {
    const since = new Date(Date.now() - days * 24 * 3_600_000);
    await sql`update visitor set preregistered_at = ${since} where id = ${id}`.execute(db);
    await sweepLeftOvers(site.reach, new Date(), () => Promise.resolve());
    return (await db.selectFrom('visitor').select('id').where('company_id', '=', company.id).execute()).length === 1;
  };
  expect(await isThereAfter(29.9)).toBe(true);
  expect(await isThereAfter(30.1)).toBe(false);
  for (const screen of screens) {
    expect(await screen.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [id] } }]);
  }
});

test.for(['by visits elsewhere', 'by the wish to be remembered'] as const)(
  'a visitor kept %s who did not come for 30 days is no longer expected',
  async (how) => {
    const site = await listeningBuilding();
    const { db, tenant, neighbor } = site;
    const { id } = await seedVisitor(db, site, { expectedBy: tenant });
    if (how === 'by visits elsewhere') {
      const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
      await seedVisit(db, { id }, { tenant: neighbor, checkedInAt: ago(2), checkedOutAt: ago(1) });
    } else {
      await sql`update visitor set should_save_data = true, saved_until = now() + interval '1 month' where id = ${id}`.execute(
        db,
      );
    }
    const desk = await openLive(site.as('reception'));
    const ofTenant = await openLive(site.as('tenant'));
    await sql`update visitor set preregistered_at = now() - interval '30 days 1 hour' where id = ${id}`.execute(db);
    await sweepLeftOvers(site.reach, new Date(), () => Promise.resolve());
    expect(await desk.received(1)).toMatchObject([
      { event: 'visitors_update', payload: [{ id, preregisteredTenantId: null }] },
    ]);
    expect(await ofTenant.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [id] } }]);
  },
);

test('keeps a visitor inside expected, because this visit may be the expected one', async () => {
  const site = await listeningBuilding();
  const { db, tenant, neighbor } = site;
  const { id } = await seedVisitor(db, site, { expectedBy: tenant, inside: neighbor });
  await sql`update visitor set preregistered_at = now() - interval '31 days' where id = ${id}`.execute(db);
  await sweepLeftOvers(site.reach, new Date(), () => Promise.resolve());
  const { preregistered_tenant_id: expectedBy } = await db
    .selectFrom('visitor')
    .select('preregistered_tenant_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(expectedBy).toBe(tenant.id);
});

const renewals = {
  'an import': ({ as, tenant }, phone) =>
    as('reception').call(importVisitors, {
      params: { tenantId: tenant.id },
      query: { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' },
      file: csv(`${phone};Åse;Havila`),
    }),
  'an invitation': ({ as, tenant }, phone) => invited(as('company'), tenant, { guests: [guest({ phone })] }),
} satisfies Record<string, (site: Building, phone: string) => Promise<unknown>>;

test.each(Object.entries(renewals))(
  'keeps a visitor for 30 days after %s renewed the expectation',
  async (_how, renew) => {
    const site = await building();
    const { db, tenant } = site;
    await moveToNoon(db, site.company.id);
    const { id, phone } = await seedVisitor(db, site, { expectedBy: tenant });
    await sql`update visitor set preregistered_at = now() - interval '31 days' where id = ${id}`.execute(db);
    await renew(site, phone);
    await sweepLeftOvers(site.reach, new Date(), () => Promise.resolve());
    const { rows } = await sql`
    select from visitor
    where id = ${id} and preregistered_tenant_id = ${tenant.id} and preregistered_at > now() - interval '1 minute'`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  },
);
