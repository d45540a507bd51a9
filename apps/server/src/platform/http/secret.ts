import { hash, randomBytes } from 'node:crypto';

/** 256 random bits, as text that can stand in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a secret. It holds all its entropy, so a plain hash of it cannot be guessed backwards. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
