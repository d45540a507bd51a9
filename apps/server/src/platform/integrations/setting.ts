import { z } from 'zod';

export function setting(allowed: string, accepts: (text: string) => boolean) {
  return z
    .string()
    .transform((text) => text.trim())
    .refine(accepts, { error: allowed });
}

export function list(allowed: string, accepts: (entry: string) => boolean) {
  return z
    .string()
    .transform((text) => text.split(',').map((entry) => entry.trim()))
    .refine((entries) => entries.every(accepts), { error: allowed });
}
