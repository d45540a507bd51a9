import { z } from 'zod';

/** A trimmed text. `allowed` describes valid values in errors. */
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
