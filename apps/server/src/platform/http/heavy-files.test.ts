import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../db/database.ts';
import { building } from '../../testing/building.ts';
import { csv } from '../../testing/files.ts';
import { freshPhone } from '../../testing/fresh.ts';
import { longestIdle, untilWaiting } from '../../testing/queued.ts';

test('answers desks while many files for one tenant wait for each other', async () => {
  const { as, tenant, company, db } = await building();
  const importer = as('tenant');
  const reception = as('reception');
  const query = { shouldPrintMainBadge: 'false', shouldPrintParkingBadge: 'false' } as const;
  const { imports } = await transaction(db, async (held) => {
    await sql`select pg_advisory_xact_lock(7130012, ${tenant.id}::int)`.execute(held);
    const imports = Array.from({ length: 14 }, () =>
      importer.call(importVisitors, {
        params: { tenantId: tenant.id },
        query,
        file: csv(`${freshPhone()};Ola;Havila`),
      }),
    );
    await untilWaiting(db, 2);
    for (let call = 0; call < 20; call += 1) {
      expect((await reception.call(listTenants, { params: { companyId: company.id } })).status).toBe(200);
    }
    return { imports };
  });
  const statuses = (await Promise.all(imports)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('no transaction waits for a picture to be decoded', async () => {
  const { as, tenant, db } = await building();
  const noise = `<filter id="f">${'<feTurbulence baseFrequency="0.9" numOctaves="50"/>'.repeat(50)}</filter>`;
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="1280">${noise}<rect width="1280" height="1280" filter="url(#f)"/></svg>`;
  const file = new File([drawing], 'slow.svg', { type: 'image/svg+xml' });
  const upload = { query: { tenantId: tenant.id, type: 'logo' as const }, file };
  let isOver = false;
  const uploaded = as('company')
    .call(uploadImage, upload, { idempotencyKey: 'slow' })
    .finally(() => (isOver = true));
  const began = performance.now();
  let longest = 0;
  while (!isOver) longest = Math.max(longest, await longestIdle(db));
  expect(await uploaded).toBeRefused(400, 'wrongMimetype');
  // Decoding takes most of the call.
  expect(longest).toBeLessThan(Math.max(1.5, (performance.now() - began) / 2_000));
});
