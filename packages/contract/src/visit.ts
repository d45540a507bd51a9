import { z } from 'zod';
import { Id, Moment } from './values.ts';

const Named = z.object({ id: Id, name: z.string() });

/** One stay of a visitor at a tenant, or at one employee of it. */
export const VisitRecord = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  tenant: Named,
  employee: Named.extend({ phone: z.string().nullable(), tenant: Named }).nullable(),
});
export type VisitRecord = z.output<typeof VisitRecord>;

/** Where what was told of a visit is read: also what the browsers keep it under. */
export const pathOfVisitMessages = '/visits/:visitId/messages';
