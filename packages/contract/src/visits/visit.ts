import { z } from 'zod';
import { Id, Moment } from '../platform/values.ts';

export const Named = z.object({ id: Id, name: z.string() });

export const VisitRecord = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  tenant: Named,
  invitation: z.object({ id: Id, title: z.string().nullable() }).nullable(),
  employee: Named.extend({ phone: z.string().nullable(), tenant: Named }).nullable(),
});
export type VisitRecord = z.output<typeof VisitRecord>;

/** Also the key of the browser's cache. */
export const pathOfVisitMessages = '/visits/:visitId/messages';
