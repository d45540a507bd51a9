import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { decrypt, encrypt } from './cipher.ts';

const key = 'a key for backups that only the operator has';
const head = 19 + 32 + 16;
const piece = 64 * 1024 + 16;

async function* inChunks(bytes: Buffer, length = 50_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield await Promise.resolve(bytes.subarray(at, at + length));
}

const sealed = (contents: Buffer) => buffer(encrypt(inChunks(contents), key));
const opened = (file: Buffer, secret = key) => buffer(decrypt(inChunks(file), secret));

test.for([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 3 * 64 * 1024])('%i bytes come back', async (length) => {
  const contents = randomBytes(length);
  expect((await opened(await sealed(contents))).equals(contents)).toBe(true);
});

test.for([
  { name: 'cut in the middle of a piece', change: (file: Buffer) => file.subarray(0, -5) },
  { name: 'cut between two pieces', change: (file: Buffer) => file.subarray(0, head + 2 * piece) },
  { name: 'cut behind its head', change: (file: Buffer) => file.subarray(0, head) },
  { name: 'with more behind it', change: (file: Buffer) => Buffer.concat([file, Buffer.alloc(20)]) },
  {
    name: 'with two pieces in the other order',
    change: (file: Buffer) =>
      Buffer.concat([
        file.subarray(0, head),
        file.subarray(head + piece, head + 2 * piece),
        file.subarray(head, head + piece),
        file.subarray(head + 2 * piece),
      ]),
  },
  {
    name: 'without a piece in the middle',
    change: (file: Buffer) => Buffer.concat([file.subarray(0, head + piece), file.subarray(head + 2 * piece)]),
  },
])('a file $name is refused', async ({ change }) => {
  const file = await sealed(randomBytes(200_000));
  await expect(opened(change(file))).rejects.toThrow('the file was cut short or changed');
});

test('two backups of the same contents have nothing in common', async () => {
  const contents = Buffer.alloc(1000);
  const [one, other] = [await sealed(contents), await sealed(contents)];
  expect(one.subarray(head).equals(other.subarray(head))).toBe(false);
  await expect(opened(one, 'another key that is long enough too')).rejects.toThrow('BACKUP_KEY is not the key');
});
