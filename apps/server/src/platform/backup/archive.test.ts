import { randomBytes } from 'node:crypto';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folder.ts';
import { readArchive, writeEntries } from './archive.ts';
import { fileEntry } from './contents.ts';

const key = 'a key for backups that only the operator has';
const piece = 64 * 1024 + 16;
const changed = 'the file is truncated or changed';

async function encrypted(contents: Buffer): Promise<Buffer> {
  return inFolder(async (path) => {
    await writeEntries(await open(path, 'wx'), entriesOf(contents), key);
    return readFile(path);
  });
}

async function decrypted(file: Buffer, secret = key): Promise<Buffer> {
  return inFolder(async (path) => {
    await writeFile(path, file);
    const bodies = [];
    for await (const { body } of readArchive(path, secret)) bodies.push(await buffer(body));
    return Buffer.concat(bodies);
  });
}

async function* entriesOf(contents: Buffer) {
  yield await Promise.resolve(fileEntry('a', contents));
}

async function inFolder(work: (path: string) => Promise<Buffer>): Promise<Buffer> {
  const folder = await testFolder();
  try {
    return await work(join(folder, 'a.tar.gz.age'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function headOf(file: Buffer): number {
  const lastLine = file.indexOf('\n--- ') + 1;
  return file.indexOf('\n', lastLine) + 1 + 16;
}

test.for([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 3 * 64 * 1024])(
  'reads back %i archived bytes',
  async (length) => {
    const contents = randomBytes(length);
    expect((await decrypted(await encrypted(contents))).equals(contents)).toBe(true);
  },
);

const whole = await encrypted(randomBytes(200_000));
const head = headOf(whole);

test.for([
  { name: 'cut in the middle of a piece', file: whole.subarray(0, -5) },
  { name: 'cut between two pieces', file: whole.subarray(0, head + 2 * piece) },
  { name: 'cut behind its head', file: whole.subarray(0, head) },
  { name: 'cut in its header', file: whole.subarray(0, 40) },
  { name: 'with more behind it', file: Buffer.concat([whole, Buffer.alloc(20)]) },
  { name: 'with another proof of its header', file: withChange(head - 20) },
  { name: 'with a changed byte', file: withChange(head + 1) },
  {
    name: 'with two pieces in the other order',
    file: Buffer.concat([
      whole.subarray(0, head),
      whole.subarray(head + piece, head + 2 * piece),
      whole.subarray(head, head + piece),
      whole.subarray(head + 2 * piece),
    ]),
  },
  {
    name: 'without a piece in the middle',
    file: Buffer.concat([whole.subarray(0, head + piece), whole.subarray(head + 2 * piece)]),
  },
])('refuses a file $name', async ({ file }) => {
  await expect(decrypted(file)).rejects.toThrow(changed);
});

test('refuses a header without an end before it fills the memory', async () => {
  const endless = Buffer.concat([Buffer.from('age-encryption.org/v1\n-> scrypt '), Buffer.alloc(2_000, 'A')]);
  await expect(decrypted(endless)).rejects.toThrow(changed);
});

test('two backups of the same content have no bytes in common', async () => {
  const contents = Buffer.alloc(1000);
  const [one, other] = [await encrypted(contents), await encrypted(contents)];
  expect(one.subarray(headOf(one)).equals(other.subarray(headOf(other)))).toBe(false);
  await expect(decrypted(one, 'another key that is long enough too')).rejects.toThrow('BACKUP_KEY is not the key');
});

function withChange(at: number): Buffer {
  const file = Buffer.from(whole);
  file.writeUInt8(file.readUInt8(at) ^ 1, at);
  return file;
}
