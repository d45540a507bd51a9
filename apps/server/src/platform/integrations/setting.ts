import { z } from 'zod';

/** A text without blanks around it. `allowed` says what it must be where another is given. */
export function setting(allowed: string, accepts: (text: string) => boolean) {
  return z
    .string()
    .transform((text) => text.trim())
    .refine(accepts, { error: allowed });
}

/** The same for several, separated by commas. */
export function list(allowed: string, accepts: (entry: string) => boolean) {
  return z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(accepts), { error: allowed });
}
