import { randomUUID } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testFolder } from '../../../testing/folder.ts';
import { startAzureBlob, startS3, type StorageServer } from '../../../testing/storage.ts';
import { openStorage } from './open.ts';
import { readPlace } from './place.ts';
import { type Storage, StorageFailed, type StoredFile } from './storage.ts';

const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0xff]);

async function inFolder(): Promise<StorageServer> {
  return { url: pathToFileURL(await testFolder()).href, container: 'images', stop: () => Promise.resolve() };
}

async function opened({ url, container }: Pick<StorageServer, 'url' | 'container'>): Promise<Storage> {
  const place = readPlace(url);
  if (!place) throw new Error(`${url} is no place`);
  return openStorage({ place, container, host: null });
}

async function listed(storage: Storage): Promise<StoredFile[]> {
  const files = [];
  for await (const file of storage.list()) files.push(file);
  return files;
}

describe.for([
  { place: 'a folder', start: inFolder },
  { place: 'Azure Blob Storage', start: startAzureBlob },
  { place: 'S3', start: startS3 },
])('$place', ({ start }) => {
  let server: StorageServer | undefined;
  let storage: Storage;

  beforeAll(async () => {
    server = await start();
    storage = await opened(server);
  });
  afterAll(() => server?.stop());

  const name = () => `${randomUUID()}.png`;

  test('a file is readable until it is removed', async () => {
    const file = name();
    expect(await storage.read(file)).toBeNull();
    await storage.write(file, bytes, 'image/png');
    expect(await storage.read(file)).toEqual(bytes);
    await storage.remove(file);
    expect(await storage.read(file)).toBeNull();
  });

  test('removes a missing file without an error', async () => {
    await expect(storage.remove(name())).resolves.toBeUndefined();
  });

  test('lists files with the time of their last change', async () => {
    const before = Date.now();
    const files = [name(), name()];
    for (const file of files) await storage.write(file, bytes, 'image/png');
    const found = (await listed(storage)).filter((file) => files.includes(file.name));
    expect(found.map((file) => file.name).toSorted()).toEqual(files.toSorted());
    for (const { writtenAt } of found) {
      // Some storages round down to seconds.
      expect(writtenAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(writtenAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    }
  });
});

test('a new storage has no files', async () => {
  const storage = await opened(await inFolder());
  expect(await listed(storage)).toEqual([]);
});

test('stores files in a folder with the name of the container', async () => {
  const { url } = await inFolder();
  const storage = await opened({ url, container: 'pictures' });
  await storage.write('one.png', bytes, 'image/png');
  expect(await readdir(join(new URL(url).pathname, 'pictures'))).toEqual(['one.png']);
});

test('other users of the machine cannot list the pictures of a folder', async () => {
  const { url } = await inFolder();
  const storage = await opened({ url, container: 'pictures' });
  await storage.write('one.png', bytes, 'image/png');
  expect((await stat(join(new URL(url).pathname, 'pictures'))).mode & 0o077).toBe(0);
});

test('each operation fails as a storage error when the storage does not answer', async () => {
  const server = await startS3();
  await server.stop();
  const storage = await opened(server);
  await expect(storage.write('one.png', bytes, 'image/png')).rejects.toThrow(StorageFailed);
  await expect(storage.read('one.png')).rejects.toThrow(StorageFailed);
  await expect(listed(storage)).rejects.toThrow(StorageFailed);
});

test.for([
  ['file:///srv/files', { kind: 'folder', folder: '/srv/files' }],
  ['file:/srv/files', { kind: 'folder', folder: '/srv/files' }],
  [
    'azure://desk:a%2Fb%2Bc%3D%3D@desk.blob.core.windows.net',
    { kind: 'azure', endpoint: 'https://desk.blob.core.windows.net', account: 'desk', key: 'a/b+c==' },
  ],
  [
    's3://KEY:a%2Fb@s3.eu-north-1.amazonaws.com',
    {
      kind: 's3',
      endpoint: 'https://s3.eu-north-1.amazonaws.com',
      region: 'eu-north-1',
      credentials: { accessKeyId: 'KEY', secretAccessKey: 'a/b' },
    },
  ],
  [
    's3://minio.example.com:9000?region=here',
    { kind: 's3', endpoint: 'https://minio.example.com:9000', region: 'here', credentials: null },
  ],
] as const)('reads %s', ([url, place]) => {
  expect(readPlace(url)).toEqual(place);
});

test.for([
  'ftp://files.example.com',
  'files',
  'file:files',
  'file://server/share?x=1',
  'azure://desk.blob.core.windows.net',
  'azure://desk:key@desk.blob.core.windows.net?sv=1',
  's3://KEY@s3.eu-north-1.amazonaws.com',
  's3://KEY:secret@s3.eu-north-1.amazonaws.com/bucket',
  's3://KEY:secret@s3.eu-north-1.amazonaws.com?zone=a',
])('refuses %s as a storage', (url) => {
  expect(readPlace(url)).toBeUndefined();
});
