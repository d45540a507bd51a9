import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seedVisitor } from '../testing/building.ts';
import { listeningBuilding, openLive } from '../testing/live.ts';
import { sweepLeftOvers } from './retention.ts';

test('somebody who was expected and did not come is removed after 30 days, and leaves the screens of desk and tenant', async () => {
  const site = await listeningBuilding();
  const { db, company, tenant } = site;
  const { id } = await seedVisitor(db, site, { expectedBy: tenant });
  const screens = [await openLive(site.as('reception')), await openLive(site.as('tenant'))];
  const isThereAfter = async (days: number) => {
    const since = new Date(Date.now() - days * 24 * 3_600_000);
    await sql`update visitor set preregistered_at = ${since} where id = ${id}`.execute(db);
    await sweepLeftOvers(db, new Date(), () => Promise.resolve());
    return (await db.selectFrom('visitor').select('id').where('company_id', '=', company.id).execute()).length === 1;
  };
  expect(await isThereAfter(29.9)).toBe(true);
  expect(await isThereAfter(30.1)).toBe(false);
  for (const screen of screens) {
    expect(await screen.received(1)).toMatchObject([{ event: 'visitors_removed', payload: { ids: [id] } }]);
  }
});
