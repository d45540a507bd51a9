import { SecondCode } from '@vestibule/contract/accounts/second-factor.ts';
import { z } from 'zod';

/** The one field that every step has. */
export const CodeForm = z.strictObject({ code: SecondCode });

/** Which refusals are said at it. */
export const codeReasons = { incorrectCode: 'code' } as const;
