import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';
import { errors as otherErrors } from './errors.ts';
import { invitationErrors } from './invitation-errors.ts';

export const errors: Record<Reason | FieldKey, string> = { ...otherErrors, ...invitationErrors };
