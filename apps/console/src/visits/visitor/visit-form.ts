import type { CheckIn } from '@vestibule/contract/visits/registration.ts';
import type { z } from 'zod';
import type { FormOf } from '../../ui/form/use-zod-form.ts';

export type VisitForm = FormOf<z.input<typeof CheckIn>, CheckIn>;
