import { SecondCode } from '@vestibule/contract/accounts/second-factor.ts';
import { z } from 'zod';

export const CodeForm = z.strictObject({ code: SecondCode });

export const codeReasons = { incorrectCode: 'code' } as const;
