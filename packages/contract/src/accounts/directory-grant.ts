import { line, requiredLine } from '../platform/values.ts';

/** Providers whose directories need the grant of an account. */
export const grantingTypes = ['office365', 'google'] as const;
export type GrantingType = (typeof grantingTypes)[number];

/** The synchronized group. */
export const groupId = requiredLine('groupIdRequired', 254);
/** The tenant's own application. Blank means none. */
export const clientId = line(254)
  .nullish()
  .transform((text) => text || null);
