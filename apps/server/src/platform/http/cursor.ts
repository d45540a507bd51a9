import { CannotOpen, type Vault } from '../db/sealed.ts';
import { Refusal } from './refusal.ts';

const place = 'list.cursor';

/** A cursor contains the name of a row and is part of URLs, which browsers and proxies store. */
export function sealCursor(vault: Vault, cursor: string): string {
  return vault.sealAlike(place, cursor).toString('base64url');
}

export function openCursor<Query extends { cursor?: string }>(vault: Vault, query: Query): Query {
  if (query.cursor === undefined) return query;
  try {
    return { ...query, cursor: vault.open(place, Buffer.from(query.cursor, 'base64url')) };
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal('validation', { fields: { cursor: 'invalidValue' } });
    throw error;
  }
}
