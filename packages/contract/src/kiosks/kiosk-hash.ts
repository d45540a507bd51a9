import { z } from 'zod';
import { requiredLine } from '../platform/values.ts';

/** 8 of A-Z and 0-9. Case, spaces and dashes are ignored. In a file of its own, because kiosks load no calls of the console. */
export const KioskHash = requiredLine('hashRequired', 32)
  .transform((text) => text.toUpperCase().replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^[A-Z0-9]{8}$/, 'hash8chars'));
