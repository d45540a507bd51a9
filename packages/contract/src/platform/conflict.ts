import { z } from 'zod';

/** One of many that was left out while the others were done, and why: `reason` is the key of a text, `errors.<reason>`. */
export const Conflict = z.object({
  /** The line of the file, counted as spreadsheets do. */
  row: z.int().optional(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable().optional(),
  companyName: z.string().nullable().optional(),
  reason: z.string(),
});
export type Conflict = z.output<typeof Conflict>;

/** How many rows a file can have that is imported, and how many characters each of its cells. */
export const importLimits = { rows: 10_000, characters: 256 } as const;
