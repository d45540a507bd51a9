import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { deleteImage } from '@vestibule/contract/building/image-storage.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { building, visitTo } from '../../../testing/building.ts';
import { seedImage } from '../../../testing/images.ts';
import { startServer } from '../../../testing/server.ts';
import { readPlace } from './place.ts';

const many = 12;

async function silent() {
  const open = new Set<Socket>();
  const listener = createServer((socket) => open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const end = () => {
    listener.close();
    for (const socket of open) socket.destroy();
  };
  onTestFinished(end);
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const place = readPlace(`s3://KEY:SECRET@127.0.0.1:${address.port}`);
  if (!place) throw new Error('this is a place for files');
  const server = await startServer({ storage: { place, container: 'images', host: null } });
  const asked = async (times: number) => {
    await expect.poll(() => open.size).toBeGreaterThanOrEqual(times);
  };
  return { site: await building(server), asked, end };
}

const statusesOf = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);

test('desks continue while many images are deleted from a storage that does not answer', async () => {
  const { site, asked, end } = await silent();
  const { as, db, company, tenant } = site;
  const removing = [];
  for (let images = 0; images < many; images += 1) {
    const imageId = await seedImage(db, { companyId: company.id, tenantId: null }, 'logo');
    removing.push(as('company').call(deleteImage, { params: { imageId } }));
  }
  await asked(many);
  expect((await as('reception').call(registerVisit, visitTo(tenant))).status).toBe(201);
  end();
  expect(await statusesOf(removing)).toEqual(Array(many).fill(200));
});

test('prints badges without the logo while the storage does not answer, and delays no desk for long', async () => {
  const { site, asked } = await silent();
  const { as, db, company, tenant } = site;
  const [desk, other] = [as('reception'), as('company')];
  const logo = await seedImage(db, { companyId: company.id, tenantId: null }, 'logo');
  await sql`update tenant set logo_image_id = ${logo} where id = ${tenant.id}`.execute(db);
  await sql`update tenant_settings set enable_print_badge_option = true where company_id = ${company.id}`.execute(db);
  const arrive = () => desk.call(registerVisit, visitTo(tenant, { shouldPrintMainBadge: true }));
  const arriving = Array.from({ length: many }, arrive);
  await asked(1);
  expect((await other.call(registerVisit, visitTo(tenant))).status).toBe(201);
  expect(await statusesOf(arriving)).toEqual(Array(many).fill(201));
  const { data } = await arrive();
  expect(data.html).toContain('<section class="badge">');
  expect(data.html).not.toContain('<symbol');
});
