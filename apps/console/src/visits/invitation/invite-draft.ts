import { Day, languages } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import type { CreateFields } from './invitation-form.ts';
import { repeats } from './repeat-rule.ts';

const prefix = 'my-invite ';

/** As typed, so also with what the form would refuse. */
const Draft: z.ZodType<CreateFields> = z.object({
  tenantId: z.int().nullable(),
  employeeId: z.int().nullable(),
  title: z.string(),
  startDay: Day.nullable(),
  startTime: z.string(),
  endDay: Day.nullable(),
  endTime: z.string(),
  repeat: z.enum(repeats),
  interval: z.number().nullable(),
  until: Day.nullable(),
  note: z.string(),
  language: z.enum(languages).nullable(),
  isQuiet: z.boolean(),
  rows: z.array(z.record(z.enum(['name', 'companyName', 'email', 'phone']), z.string())),
  lines: z.array(z.string()),
});

/** In session storage: it names guests, and ends with the tab. */
export function readDraft(key: string): CreateFields | undefined {
  try {
    return Draft.safeParse(JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Null forgets it. */
export function keepDraft(key: string, draft: unknown): void {
  if (draft === null) return sessionStorage.removeItem(prefix + key);
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(draft));
  } catch {
    // Storage is full. The open form goes on without a draft.
  }
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
