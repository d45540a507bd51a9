import { argon2Sync } from 'node:crypto';

/** The password of every user of the tests. */
export const testPassword = 'Right-Horse-7!';

/**
 * Its hash, as cheap as Argon2id gets: a hash names its own cost, and at the product's every sign-in of a test would take 30 ms more.
 * What a test has the program hash costs what it should.
 */
export const testPasswordHash = `$argon2id$v=19$m=8,t=1,p=1$${base64('salt of the tests')}$${base64(tag())}`;

function tag() {
  const nonce = Buffer.from('salt of the tests');
  return argon2Sync('argon2id', { message: testPassword, nonce, tagLength: 32, memory: 8, passes: 1, parallelism: 1 });
}

function base64(bytes: string | Buffer): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
