import { once } from 'node:events';
import { createServer } from 'node:net';
import { registerVisit } from '@vestibule/contract/registration.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readPlace } from '../integrations/storage/place.ts';
import { building, visitTo } from '../testing/building.ts';
import { changeSettings } from '../testing/settings.ts';
import { startServer } from '../testing/server.ts';

/** A place for files that takes calls and answers none. */
async function silentPlace() {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const place = readPlace(`s3://key:secret@127.0.0.1:${port}?region=eu-north-1`);
  if (!place) throw new Error('this is a place');
  return { place, container: 'images', host: null };
}

test('who arrives waits no longer than a moment for a logo that does not come, and has the badge without it', async () => {
  const site = await building(await startServer({ storage: await silentPlace() }));
  await changeSettings(site, { enable_print_badge_option: true });
  await sql`
    with logo as (
      insert into image (company_id, tenant_id, type, name, file, thumbnail, bytes)
      values (${site.company.id}, ${site.tenant.id}, 'logo', 'logo.png', 'some-logo.png', 'some-thumbnail.png', 1) returning id
    )
    update tenant set logo_image_id = logo.id from logo where tenant.id = ${site.tenant.id}`.execute(site.db);
  const began = performance.now();
  const { status, data } = await site
    .as('reception')
    .call(registerVisit, visitTo(site.tenant, { shouldPrintMainBadge: true }));
  expect(status).toBe(201);
  expect(data.html).not.toContain('<symbol');
  expect(performance.now() - began).toBeLessThan(5_000);
}, 30_000);
