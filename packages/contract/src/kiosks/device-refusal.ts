import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';

/** An act that a kiosk sent late, because it had no network, and that was refused then: somebody has to look after it. */
export const RefusedAct = z.object({
  id: Id,
  /** null once the kiosk was deleted. */
  kiosk: z.object({ id: Id, name: z.string() }).nullable(),
  /** Where somebody wanted to go; null where somebody left, or the tenant is gone. */
  tenant: z.object({ id: Id, name: z.string() }).nullable(),
  /** Why, as the device was told. */
  reason: z.string(),
  occurredAt: Moment,
});
export type RefusedAct = z.output<typeof RefusedAct>;

const CompanyId = z.object({ companyId: IdParam });
const path = '/kiosks/company/:companyId/refusals';

/** The newest first, 200 of them where no limit is given; each for 30 days at most. */
export const listRefusedActs = endpoint({
  method: 'GET',
  path,
  summary: 'List what kiosks of a company could not pass on',
  access: 'refusedAct.dismiss',
  params: CompanyId,
  query: ListQuery.omit({ search: true }),
  reply: z.array(RefusedAct),
  paged: true,
});

/** Somebody has looked after these. Those that somebody else was quicker with are none any more. */
export const dismissRefusedActs = endpoint({
  method: 'DELETE',
  path,
  summary: 'Dismiss what kiosks of a company could not pass on',
  access: 'refusedAct.dismiss',
  params: CompanyId,
  query: z.strictObject({
    ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(IdParam).max(200)),
  }),
  reply: z.null(),
});
