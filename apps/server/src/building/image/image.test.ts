import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { setEmployeePhoto } from '@vestibule/contract/building/employee-edit.ts';
import { type Image, type ImageType } from '@vestibule/contract/platform/image.ts';
import { deleteImage, imageFile, listImages, uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { getTenant, setTenantLogo } from '@vestibule/contract/building/tenant.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import { seedImage, png } from '../../testing/images.ts';
import { queuedBehind } from '../../testing/queued.ts';
import { startServer } from '../../testing/server.ts';

const red = (width: number, height: number) => sharp({ create: { width, height, channels: 4, background: '#ff0000' } });

const upload = async ({ as, tenant }: Building, type: ImageType, file = png()) =>
  as('company').call(uploadImage, { query: { tenantId: tenant.id, type }, file });

const fetched = ({ as }: Building, address: string) => as('signedOut').send({ method: 'GET', url: address });

test('limits a user to 200 pictures in an hour, without delaying others', async () => {
  const site = await building();
  expect((await upload(site, 'logo')).status).toBe(201);
  await sql`update limit_count set uses = 200 where subject = ${`uploads of user ${site.users.company.id}`}`.execute(
    site.db,
  );
  expect(await upload(site, 'logo')).toBeRefused(429, 'tooManyRequests');
  const other = { query: { tenantId: site.tenant.id, type: 'logo' as const }, file: png() };
  expect((await site.as('tenant').call(uploadImage, other)).status).toBe(201);
});

test('turns an upload into a public picture with a thumbnail', async () => {
  const site = await building();
  const file = png(new Uint8Array(await red(640, 230).png().toBuffer()), 'Aurora logo.png');
  const { status, data } = await upload(site, 'logo', file);
  expect(status).toBe(201);
  expect(data).toMatchObject({ name: 'Aurora logo.png', type: 'logo' });
  const origin = await fetched(site, data.storagePathOrigin);
  expect(origin.statusCode).toBe(200);
  expect(await sharp(origin.rawPayload).metadata()).toMatchObject({ format: 'png', width: 640, height: 230 });
  const thumbnail = await fetched(site, data.storagePathThumbnail);
  expect(await sharp(thumbnail.rawPayload).metadata()).toMatchObject({ format: 'png', width: 100, height: 36 });
});

test('serves a file without active content, cached for a day', async () => {
  const site = await building();
  const { data } = await upload(site, 'photo');
  const { headers } = await fetched(site, data.storagePathOrigin);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=86400, immutable',
  });
});

test.for(['/files/images/nothing.png', '/files/images/..%2f..%2fsecret.key', '/files/images/', '/files/other/a.png'])(
  'serves nothing at %s',
  async (address) => {
    expect((await fetched(await building(), address)).statusCode).toBe(404);
  },
);

test('picture URLs cannot be guessed', async () => {
  const site = await building();
  const [one, other] = [(await upload(site, 'photo')).data, (await upload(site, 'photo')).data];
  expect(one.storagePathOrigin).toMatch(/^\/files\/images\/[a-p]{32}\.png$/);
  expect(other.storagePathOrigin).not.toBe(one.storagePathOrigin);
});

test('removes metadata and applies the orientation', async () => {
  const site = await building();
  const exif = { IFD0: { Copyright: 'Kari Nordmann' }, IFD3: { GPSLatitude: '59/1' } };
  const bytes = await red(40, 20).flatten().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  expect(bytes.includes('Kari Nordmann')).toBe(true);
  const file = new File([new Uint8Array(bytes)], 'IMG_1.JPG', { type: 'image/jpeg' });
  const { data } = await upload(site, 'photo', file);
  const { rawPayload } = await fetched(site, data.storagePathOrigin);
  expect(rawPayload.includes('Kari')).toBe(false);
  const { exif: left, width, height } = await sharp(rawPayload).metadata();
  expect({ left, width, height }).toEqual({ left: undefined, width: 20, height: 40 });
});

test('draws an SVG to pixels and never serves the original', async () => {
  const site = await building();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="23"><rect width="64" height="23" fill="red"/></svg>';
  const { data } = await upload(site, 'logo', new File([svg], 'logo.svg', { type: 'image/svg+xml' }));
  const { headers, rawPayload } = await fetched(site, data.storagePathOrigin);
  expect(headers['content-type']).toBe('image/png');
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1280 });
});

test('accepts a file of 1 MiB and refuses one with a byte more', async () => {
  const site = await building();
  const picture = await red(8, 8).png().toBuffer();
  const padded = (size: number) => png(new Uint8Array(Buffer.concat([picture, Buffer.alloc(size - picture.length)])));
  expect((await upload(site, 'photo', padded(1_048_576))).status).toBe(201);
  expect(await upload(site, 'photo', padded(1_048_577))).toBeRefused(413, 'fileSizeExceeded');
});

test('refuses a file that only claims to be a picture', async () => {
  const site = await building();
  for (const type of imageFile.types) {
    const file = new File(['<html><script>alert(1)</script>'], 'picture.png', { type });
    expect(await upload(site, 'photo', file)).toBeRefused(400, 'wrongMimetype');
  }
  const gif = new File([new Uint8Array(await red(4, 4).gif().toBuffer())], 'picture.png', { type: 'image/png' });
  expect(await upload(site, 'photo', gif)).toBeRefused(400, 'wrongMimetype');
  expect(await upload(site, 'photo', new File(['x'], 'picture.gif', { type: 'image/gif' }))).toBeRefused(
    400,
    'wrongMimetype',
  );
});

test('lists images by type for a company or tenant, newest first, in pages', async () => {
  const { as, db, company, tenant, neighbor } = await building();
  const seed = (type: ImageType, tenantId: number | null) => seedImage(db, { companyId: company.id, tenantId }, type);
  const logo = await seed('logo', tenant.id);
  const photos = [await seed('photo', tenant.id), await seed('photo', tenant.id)];
  const background = await seed('background', null);
  await seed('photo', neighbor.id);
  const ids = async (query: object) => {
    const { data, page } = await as('company').call(listImages, { query });
    return { ids: data.map(({ id }) => id), next: page?.next ?? null };
  };
  expect((await ids({ tenantId: tenant.id })).ids).toEqual([photos[1], photos[0], logo]);
  expect((await ids({ tenantId: tenant.id, type: 'logo' })).ids).toEqual([logo]);
  expect((await ids({ companyId: company.id })).ids).toEqual([background]);
  const first = await ids({ tenantId: tenant.id, limit: 2 });
  expect(first.ids).toEqual([photos[1], photos[0]]);
  expect((await ids({ tenantId: tenant.id, limit: 2, cursor: first.next })).ids).toEqual([logo]);
});

test('requires exactly one owner of images', async () => {
  const { as, company, tenant } = await building();
  const fields = { companyId: 'invalidValue', tenantId: 'invalidValue' };
  expect(await as('company').call(listImages, {})).toBeRefused(400, 'validation', { fields });
  const both = { companyId: company.id, tenantId: tenant.id };
  expect(await as('company').call(listImages, { query: both })).toBeRefused(400, 'validation', { fields });
});

test.for([
  { role: 'reception', type: 'photo', status: 201 },
  { role: 'reception', type: 'logo', status: 403 },
  { role: 'reception', type: 'background', status: 403 },
  { role: 'tenant', type: 'photo', status: 201 },
  { role: 'tenant', type: 'logo', status: 201 },
  { role: 'tenant', type: 'background', status: 403 },
  { role: 'partner', type: 'background', status: 201 },
  { role: 'superAdmin', type: 'background', status: 201 },
] as const)('answers $status to the upload of a $type by $role', async ({ role, type, status }) => {
  const { as, tenant } = await building();
  const answer = await as(role).call(uploadImage, { query: { tenantId: tenant.id, type }, file: png() });
  expect(answer.status).toBe(status);
});

test('a tenant user cannot reach images of the company', async () => {
  const { as, db, company, tenant } = await building();
  const companyLogo = await seedImage(db, { companyId: company.id, tenantId: null }, 'logo');
  const asTenant = as('tenant');
  expect(await asTenant.call(listImages, { query: { companyId: company.id } })).toBeRefused(404, 'notFound');
  expect(await asTenant.call(deleteImage, { params: { imageId: companyLogo } })).toBeRefused(404, 'notFound');
  const choice = { params: { tenantId: tenant.id }, body: { logoImageId: companyLogo } };
  expect(await asTenant.call(setTenantLogo, choice)).toBeRefused(404, 'notFound');
  expect((await as('company').call(setTenantLogo, choice)).status).toBe(200);
});

test('shows the logo of a tenant until it is removed', async () => {
  const site = await building();
  const { as, tenant } = site;
  const { data: logo } = await upload(site, 'logo');
  const set = (logoImageId: number | null) =>
    as('tenant').call(setTenantLogo, { params: { tenantId: tenant.id }, body: { logoImageId } });
  expect((await set(logo.id)).data).toMatchObject({ logoImageId: logo.id, logo });
  const shown = await as('reception').call(getTenant, { params: { tenantId: tenant.id } });
  expect(shown.data).toMatchObject({ logoImageId: logo.id, logo });
  expect((await set(null)).data).toMatchObject({ logoImageId: null, logo: null });
});

test('shows the photo of an employee until it is removed, also one of a directory', async () => {
  const site = await building();
  const { as, db, tenant, employee } = site;
  await db.updateTable('employee').set({ id_from_service: 'google-1' }).where('id', '=', employee.id).execute();
  const { data: photo } = await upload(site, 'photo');
  const set = (photoId: number | null) =>
    as('reception').call(setEmployeePhoto, { params: { employeeId: employee.id }, body: { photoId } });
  expect((await set(photo.id)).data).toMatchObject({ photoId: photo.id, photo });
  const { data: employees } = await as('tenant').call(listEmployees, { params: { tenantId: tenant.id } });
  expect(employees).toMatchObject([{ id: employee.id, photoId: photo.id, photo }]);
  expect((await set(null)).data).toMatchObject({ photoId: null, photo: null });
});

test('refuses an image of another type or another tenant', async () => {
  const { as, db, company, tenant, neighbor, employee } = await building();
  const background = await seedImage(db, { companyId: company.id, tenantId: tenant.id }, 'background');
  const theirs = await seedImage(db, { companyId: company.id, tenantId: neighbor.id }, 'photo');
  const logo = { params: { tenantId: tenant.id }, body: { logoImageId: background } };
  expect(await as('company').call(setTenantLogo, logo)).toBeRefused(400, 'validation', {
    fields: { logoImageId: 'invalidValue' },
  });
  const photo = (photoId: number) => ({ params: { employeeId: employee.id }, body: { photoId } });
  expect(await as('company').call(setEmployeePhoto, photo(background))).toBeRefused(400, 'validation', {
    fields: { photoId: 'invalidValue' },
  });
  expect(await as('company').call(setEmployeePhoto, photo(theirs))).toBeRefused(404, 'notFound');
});

test('the database refuses an image of another company', async () => {
  const { db, employee, tenant, elsewhere } = await building();
  const foreign = await seedImage(db, { companyId: elsewhere.company.id, tenantId: null }, 'photo');
  const photo = db.updateTable('employee').set({ photo_id: foreign }).where('id', '=', employee.id);
  await expect(photo.execute()).rejects.toThrow(/employee_photo/);
  const logo = db.updateTable('tenant').set({ logo_image_id: foreign }).where('id', '=', tenant.id);
  await expect(logo.execute()).rejects.toThrow(/tenant_logo/);
});

test('refuses an edit that began with an outdated picture, and answers the current one', async () => {
  const site = await building();
  const { as, tenant } = site;
  const { data: logo } = await upload(site, 'logo');
  const set = (body: { logoImageId: number | null; previous: number | null }) =>
    as('company').call(setTenantLogo, { params: { tenantId: tenant.id }, body });
  expect((await set({ logoImageId: logo.id, previous: null })).status).toBe(200);
  expect(await set({ logoImageId: null, previous: null })).toBeRefused(409, 'changedMeanwhile', { current: logo.id });
  expect((await set({ logoImageId: logo.id, previous: null })).status, 'tried again').toBe(200);
});

test('refuses the second of two simultaneous choices of a picture, and answers the first', async () => {
  const site = await building();
  const { as, db, employee, tenant } = site;
  const choose = (photoId: number) => () =>
    as('company').call(setEmployeePhoto, { params: { employeeId: employee.id }, body: { photoId, previous: null } });
  const show = (logoImageId: number) => () =>
    as('company').call(setTenantLogo, { params: { tenantId: tenant.id }, body: { logoImageId, previous: null } });
  const own = { companyId: site.company.id, tenantId: tenant.id };
  const [photos, logos] = [
    [await seedImage(db, own, 'photo'), await seedImage(db, own, 'photo')] as const,
    [await seedImage(db, own, 'logo'), await seedImage(db, own, 'logo')] as const,
  ];
  const ofEmployee = sql`select from employee where id = ${employee.id} for update`;
  const [, second] = await queuedBehind<{ status: number }>(db, ofEmployee, photos.map(choose));
  expect(second).toBeRefused(409, 'changedMeanwhile');
  const ofTenant = sql`select from tenant where id = ${tenant.id} for update`;
  const [, other] = await queuedBehind<{ status: number }>(db, ofTenant, logos.map(show));
  expect(other).toBeRefused(409, 'changedMeanwhile');
});

test('refuses to delete an image in use, and names its place', async () => {
  const site = await building();
  const { as, tenant, employee } = site;
  const { data: photo } = await upload(site, 'photo');
  await as('company').call(setEmployeePhoto, { params: { employeeId: employee.id }, body: { photoId: photo.id } });
  const remove = (image: Image) => as('tenant').call(deleteImage, { params: { imageId: image.id } });
  expect(await remove(photo)).toBeRefused(409, 'imageInUse', {
    usedBy: [{ kind: 'employee', id: employee.id, name: employee.name }],
  });
  const { data: logo } = await upload(site, 'logo');
  await as('company').call(setTenantLogo, { params: { tenantId: tenant.id }, body: { logoImageId: logo.id } });
  expect(await remove(logo)).toBeRefused(409, 'imageInUse', {
    usedBy: [{ kind: 'tenant', id: tenant.id, name: tenant.name }],
  });
  expect((await fetched(site, photo.storagePathOrigin)).statusCode).toBe(200);
});

test('deletes an image with its files', async () => {
  const site = await building();
  const { data: photo } = await upload(site, 'photo');
  const removed = await site.as('company').call(deleteImage, { params: { imageId: photo.id } });
  expect(removed).toMatchObject({ status: 200, data: null });
  expect((await fetched(site, photo.storagePathOrigin)).statusCode).toBe(404);
  expect((await fetched(site, photo.storagePathThumbnail)).statusCode).toBe(404);
});

test('picture URLs use the storage host and container of the settings, and pages may load them', async () => {
  const { as, db, company, tenant, server } = await building();
  const place = { kind: 'folder', folder: '/nowhere' } as const;
  const storage = { place, container: 'pictures', host: 'https://files.example.com' };
  const other = await startServer({ database: server.database, storage });
  onTestFinished(async () => {
    await db.updateTable('file_address').set({ address: '/files/images/' }).execute();
  });
  await seedImage(db, { companyId: company.id, tenantId: tenant.id }, 'logo');
  const { data } = await as('company').call(listImages, { query: { tenantId: tenant.id } });
  expect(data[0]?.storagePathOrigin).toMatch(/^https:\/\/files\.example\.com\/pictures\/[a-p]{32}\.png$/);
  const { headers } = await other.app.inject('/health/live');
  expect(headers['content-security-policy']).toContain("img-src 'self' data: https://files.example.com;");
});

test('postpones an upload that cannot be stored, and lists nothing', async () => {
  const { server } = await building();
  const place = { kind: 'folder', folder: import.meta.filename } as const;
  const broken = await startServer({ database: server.database, storage: { place, container: 'images', host: null } });
  const site = await building(broken);
  expect(await upload(site, 'photo')).toBeRefused(503, 'unavailable');
  expect((await site.as('company').call(listImages, { query: { tenantId: site.tenant.id } })).data).toEqual([]);
});
