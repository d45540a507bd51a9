import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import { firstErrors } from './first-errors.ts';
import { laterErrors } from './later-errors.ts';

/** What is said for each reason of a refusal, and for each key that a property is marked with. */
export const errors: Record<Reason | FieldKey, string> = { ...firstErrors, ...laterErrors };
