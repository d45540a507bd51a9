import { line, requiredLine } from '../platform/values.ts';

/** Providers whose directories are read with the grant of one of their accounts. */
export const grantingTypes = ['office365', 'google'] as const;
export type GrantingType = (typeof grantingTypes)[number];

/** What of a directory an integration brings. */
export const groupId = requiredLine('groupIdRequired', 254);
/** Of an application that the tenant registered for itself; blank is none. */
export const clientId = line(254)
  .nullish()
  .transform((text) => text || null);
