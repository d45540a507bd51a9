import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { keyMaterial } from '../db/sealed.ts';
import { CannotRestore } from './cannot-restore.ts';

/*
 * What a backup looks like from outside:
 *
 *   "VESTIBULE BACKUP 1\n"   19 bytes
 *   salt                     32 random bytes
 *   key check                16 bytes = HKDF-SHA256(key, salt, "vestibule backup key check")
 *   pieces                   each 64 KiB of the contents, the last one shorter, sealed with AES-256-GCM, its tag of 16 bytes behind it
 *
 * The key of the pieces is HKDF-SHA256(key, salt, "vestibule backup"). The nonce of a piece is its number from 0 (11 bytes, the highest
 * first) and a byte that is 1 for the last piece and else 0. So a piece that was changed, moved, taken out or put in cannot be
 * opened, and neither can a file that ends early: its last piece is not a last one.
 */

const magic = Buffer.from('VESTIBULE BACKUP 1\n');
const saltLength = 32;
const checkLength = 16;
const tagLength = 16;
const pieceLength = 64 * 1024;
const algorithm = 'aes-256-gcm';

/** Encrypts contents with the operator's key. */
export async function* encrypt(contents: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltLength);
  const { check, key } = derive(secret, salt);
  yield Buffer.concat([magic, salt, check]);
  let number = 0;
  for await (const { bytes, isLast } of inPieces(contents, pieceLength)) {
    const cipher = createCipheriv(algorithm, key, nonce(number, isLast), { authTagLength: tagLength });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/**
 * The contents of what `encrypt` made. Each piece is proven before it is handed on; the end is reached only where the file is whole.
 * @throws {CannotRestore} for another key, a file that is no backup, and one that was cut or changed.
 */
export async function* decrypt(file: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const headLength = magic.length + saltLength + checkLength;
  let key: Buffer | undefined;
  let number = 0;
  for await (const { bytes, isLast } of inPieces(file, pieceLength + tagLength, headLength)) {
    if (key === undefined) {
      key = keyOfHead(bytes, secret);
      continue;
    }
    if (bytes.length < tagLength) throw new CannotRestore('the file was cut short or changed');
    const decipher = createDecipheriv(algorithm, key, nonce(number, isLast), { authTagLength: tagLength });
    decipher.setAuthTag(bytes.subarray(-tagLength));
    let opened: Buffer;
    try {
      opened = Buffer.concat([decipher.update(bytes.subarray(0, -tagLength)), decipher.final()]);
    } catch {
      throw new CannotRestore('the file was cut short or changed');
    }
    yield opened;
    number += 1;
  }
  if (number === 0) throw new CannotRestore('the file was cut short or changed');
}

function keyOfHead(head: Buffer, secret: string): Buffer {
  if (!head.subarray(0, magic.length).equals(magic)) throw new CannotRestore('the file is no backup of Vestibule');
  const salt = head.subarray(magic.length, magic.length + saltLength);
  const said = head.subarray(magic.length + saltLength);
  const { check, key } = derive(secret, salt);
  if (said.length < checkLength) throw new CannotRestore('the file was cut short or changed');
  if (!timingSafeEqual(check, said)) throw new CannotRestore('BACKUP_KEY is not the key that the backup was made with');
  return key;
}

function derive(secret: string, salt: Buffer): { check: Buffer; key: Buffer } {
  const of = (use: string, length: number) => Buffer.from(hkdfSync('sha256', keyMaterial(secret), salt, use, length));
  return { check: of('vestibule backup key check', checkLength), key: of('vestibule backup', 32) };
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUIntBE(number, 5, 6);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

/** Cuts a stream into pieces of one length, after a first one of another. Only the last may be shorter, and it is known as the last. */
async function* inPieces(
  stream: AsyncIterable<Buffer>,
  length: number,
  first = length,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let wanted = first;
  let waiting: Buffer[] = [];
  let waits = 0;
  for await (const chunk of stream) {
    waiting.push(chunk);
    waits += chunk.length;
    if (waits <= wanted) continue;
    let rest = Buffer.concat(waiting);
    // What fills a piece exactly is kept back until more has come: it may be the last.
    while (rest.length > wanted) {
      yield { bytes: rest.subarray(0, wanted), isLast: false };
      rest = rest.subarray(wanted);
      wanted = length;
    }
    waiting = [rest];
    waits = rest.length;
  }
  yield { bytes: Buffer.concat(waiting), isLast: true };
}
