import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedVisit, seedVisitor } from '../../testing/building.ts';
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
