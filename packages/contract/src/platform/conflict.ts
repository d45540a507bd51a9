import { z } from 'zod';

/** An omitted one of many, with a reason that is the key of a text, `errors.<reason>`. */
export const Conflict = z.object({
  /** The line of the file, as spreadsheets count. */
  row: z.int().optional(),
  name: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable().optional(),
  companyName: z.string().nullable().optional(),
  /** Only if the file has the column. */
  host: z.string().nullable().optional(),
  time: z.string().nullable().optional(),
  reason: z.string(),
});
export type Conflict = z.output<typeof Conflict>;

/** Rows of an imported file, and characters of a cell. */
export const importLimits = { rows: 10_000, characters: 256 } as const;
