import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { deleteImage } from '@vestibule/contract/image-storage.ts';
import { registerVisit } from '@vestibule/contract/registration.ts';
import { expect, test } from 'vitest';
import { readPlace } from '../integrations/storage/place.ts';
import { building, visitTo } from '../testing/building.ts';
import { seedImage } from '../testing/images.ts';
import { startServer } from '../testing/server.ts';

test('desks go on while many images are removed from a place for files that does not answer', async () => {
  const open = new Set<Socket>();
  const silent = createServer((socket) => open.add(socket.on('error', () => undefined))).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  const place = readPlace(`s3://KEY:SECRET@127.0.0.1:${address.port}`);
  if (!place) throw new Error('this is a place for files');
  const server = await startServer({ storage: { place, container: 'images', host: null } });
  const { as, db, company, tenant } = await building(server);

  const removing = [];
  for (let images = 0; images < 12; images += 1) {
    const imageId = await seedImage(db, { companyId: company.id, tenantId: null }, 'logo');
    removing.push(as('company').call(deleteImage, { params: { imageId } }));
  }
  await expect.poll(() => open.size, { timeout: 5_000 }).toBeGreaterThanOrEqual(12);
  expect((await as('reception').call(registerVisit, visitTo(tenant))).status).toBe(201);

  silent.close();
  for (const socket of open) socket.destroy();
  expect((await Promise.all(removing)).map(({ status }) => status)).toEqual(Array(12).fill(200));
});
