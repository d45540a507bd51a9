import { randomInt } from 'node:crypto';
import { crockford } from '../../platform/values/crockford.ts';

const length = 8;

/** A new partner code: 40 random bits. */
export function newPartnerCode(): string {
  return Array.from({ length }, () => crockford[randomInt(crockford.length)]).join('');
}
