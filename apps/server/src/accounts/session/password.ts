import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Db } from '../../platform/db/database.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { createQueue } from '../../platform/http/queue.ts';

const argon2Once = promisify(argon2);

/** RFC 9106, second recommendation, in the size of OWASP: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const nonceLength = 16;
const tagLength = 32;
/** Sign-in has two threads of its own. One of libuv's four threads stays free for files. The last in a queue waits for about a second. */
const queues = {
  signIn: createQueue({ running: 2, waiting: 62 }),
  other: createQueue({ running: 1, waiting: 63 }),
};
const hashesOfUser: Limit = { uses: 10, seconds: 60 };

function derive(parameters: Parameters<typeof argon2Once>[1], purpose: keyof typeof queues): Promise<Buffer> {
  return queues[purpose].run(() => argon2Once('argon2id', parameters));
}

export function countHash(db: Db, userId: number): Promise<void> {
  return countUse(db, `password hashes of user ${userId}`, hashesOfUser);
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceLength);
  return inPhc(nonce, await derive({ message: password, nonce, tagLength, ...cost }, 'other'));
}

/** Compared for unknown accounts. */
const hashOfNone = inPhc(randomBytes(nonceLength), randomBytes(tagLength));

/** Without a hash it takes as long and returns false, so that the time does not reveal accounts. */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  purpose: keyof typeof queues = 'other',
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? hashOfNone) ?? [];
  if (!nonce || !tag) throw new Error('a stored password hash is not in the PHC format of Argon2id');
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const actual = await derive(parameters, purpose);
  return timingSafeEqual(actual, expected) && hash !== null && hash !== undefined;
}

function inPhc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
