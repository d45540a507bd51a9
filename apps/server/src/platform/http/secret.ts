import { hash, randomBytes } from 'node:crypto';

export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored hash of a secret. With its entropy a plain hash is safe. */
export function hashOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
