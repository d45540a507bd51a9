import { CannotOpen, type Vault } from '../db/sealed.ts';
import { Refusal } from './refusal.ts';

const place = 'list.cursor';

/**
 * A cursor as it leaves the server. The name of a row stands in it, and it comes back as part of an address, which a browser's
 * history and the log of a proxy keep.
 */
export function sealCursor(vault: Vault, cursor: string): string {
  return vault.sealAlike(place, cursor).toString('base64url');
}

/**
 * The query with its cursor as the server wrote it.
 * @throws {Refusal} `validation` for a cursor that is none of ours.
 */
export function openCursor<Query extends { cursor?: string }>(vault: Vault, query: Query): Query {
  if (query.cursor === undefined) return query;
  try {
    return { ...query, cursor: vault.open(place, Buffer.from(query.cursor, 'base64url')) };
  } catch (error) {
    if (error instanceof CannotOpen) throw new Refusal('validation', { fields: { cursor: 'invalidValue' } });
    throw error;
  }
}
