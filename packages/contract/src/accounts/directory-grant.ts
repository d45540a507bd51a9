import { line, requiredLine } from '../platform/values.ts';

export const grantingTypes = ['office365', 'google'] as const;
export type GrantingType = (typeof grantingTypes)[number];

export const groupId = requiredLine('groupIdRequired', 254);
export const clientId = line(254)
  .nullish()
  .transform((text) => text || null);
