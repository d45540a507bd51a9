import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { building, seedVisitor } from '../testing/building.ts';
import { testVault } from '../testing/server.ts';
import { seedInvitations } from './invitations.ts';

test('the invitation for today begins today, also shortly before midnight', async () => {
  const site = await building();
  const timeZone = 'Europe/Oslo';
  const day = Temporal.Now.plainDateISO(timeZone).add({ days: 5 });
  const at = (plainTime: string) => new Date(day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds);
  const now = at('23:50');
  for (const expected_at of [new Date(now.getTime() + 3_600_000), new Date(now.getTime() + 86_400_000)]) {
    const { id } = await seedVisitor(site.db, site, { expectedBy: site.tenant });
    await site.db.updateTable('visitor').set({ expected_at }).where('id', '=', id).execute();
  }
  await seedInvitations(site.db, testVault, site.company.id, now);
  const { starts_at: startsAt, ends_at: endsAt } = await site.db
    .selectFrom('invitation')
    .select(['starts_at', 'ends_at'])
    .where('company_id', '=', site.company.id)
    .where('title', '=', 'Fire inspection')
    .executeTakeFirstOrThrow();
  expect([new Date(startsAt), new Date(endsAt)]).toEqual([at('23:00'), new Date(at('23:00').getTime() + 3_600_000)]);
});
