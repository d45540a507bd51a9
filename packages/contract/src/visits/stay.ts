import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { languages, Moment } from '../platform/values.ts';
import { BrandedBuilding } from './pass.ts';
import { Named } from './visit.ts';

/** An open visit without a pass, as the link in the question "Still here?" shows it. It names no person. */
export const Stay = z.object({
  tenant: Named,
  building: BrandedBuilding,
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  /** The visitor has not replied to the question. */
  isAsked: z.boolean(),
  /** The visitor is asked again then. Null before the first reply. */
  staysUntil: Moment.nullable(),
  /** That of the question. */
  language: z.enum(languages),
});
export type Stay = z.output<typeof Stay>;

const ofStay = {
  access: 'pass.act',
  /** Any text: a malformed token is refused like an unknown one. */
  params: z.object({ token: z.string() }),
  reply: Stay,
} as const;

const unknown = ['linkInvalid', 'tooManyRequests'] as const;

export const readStay = endpoint({
  method: 'GET',
  path: '/stay/:token',
  summary: 'Read a visit whose visitor is asked whether they are still here',
  ...ofStay,
  refusals: [...unknown],
});

export const keepStay = endpoint({
  method: 'POST',
  path: '/stay/:token/still_here',
  summary: 'Say that the visitor is still here',
  ...ofStay,
  refusals: [...unknown, 'visitorIsNotCheckedIn'],
});

/** Repeating it returns the visit. */
export const endStay = endpoint({
  method: 'POST',
  path: '/stay/:token/check_out',
  summary: 'Check out from the visit of the link',
  ...ofStay,
  refusals: [...unknown],
});
