import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Refusal } from '../http/refusal.ts';

const argon2Once = promisify(argon2);

/** The second recommendation of RFC 9106 in the size that OWASP advises: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const nonceLength = 16;
const tagLength = 32;
/** So many are worked on or wait; whoever comes then would wait for seconds, and hold up the files that the same threads read. */
const mostAtOnce = 64;
let atOnce = 0;

/** @throws {Refusal} `unavailable` */
async function derive(parameters: Parameters<typeof argon2Once>[1]): Promise<Buffer> {
  if (atOnce >= mostAtOnce) throw new Refusal('unavailable');
  atOnce += 1;
  try {
    return await argon2Once('argon2id', parameters);
  } finally {
    atOnce -= 1;
  }
}

/** Hashes a password with Argon2id, in the PHC string format, which names its own cost. @throws {Refusal} `unavailable` */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(nonceLength);
  return inPhc(nonce, await derive({ message: password, nonce, tagLength, ...cost }));
}

/** What no password is the one of, to compare with where there is none. */
const hashOfNone = inPhc(randomBytes(nonceLength), randomBytes(tagLength));

/**
 * Whether the password is the one that was hashed. Without a hash it takes as long and answers no, so that the time of an answer
 * does not tell whether an account exists.
 * @throws {Refusal} `unavailable`
 */
export async function verifyPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(hash ?? hashOfNone) ?? [];
  if (!nonce || !tag) throw new Error('a stored password hash is not in the PHC format of Argon2id');
  const expected = Buffer.from(tag, 'base64');
  const actual = await derive({
    message: password,
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(actual, expected) && hash !== null && hash !== undefined;
}

function inPhc(nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`;
}

/** Base64 without padding, as the PHC format has it. */
function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
