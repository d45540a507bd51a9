import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import { errors as sharedErrors } from './errors.ts';
import { screenErrors } from './screen-errors.ts';

export const errors: Record<Reason | FieldKey, string> = { ...sharedErrors, ...screenErrors };
