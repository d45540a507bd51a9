import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, ListQuery, Moment } from '../platform/values.ts';
import { RefusedKind } from './refused-kind.ts';

/** A desk reviews it. */
export const RefusedAct = z.object({
  id: Id,
  /** Null if the kiosk did not report it. */
  kind: RefusedKind.nullable(),
  kiosk: z.object({ id: Id, name: z.string() }).nullable(),
  /** A check-in of a guest or a repeated visit names no tenant. */
  tenant: z.object({ id: Id, name: z.string() }).nullable(),
  /** The kiosk named a tenant that the company does not have any more. */
  isTenantDeleted: z.boolean(),
  reason: z.string(),
  occurredAt: Moment,
});
export type RefusedAct = z.output<typeof RefusedAct>;

const CompanyId = z.object({ companyId: IdParam });
const path = '/kiosks/company/:companyId/refusals';

/** Newest first, 200 without a limit, each for at most 30 days. */
export const listRefusedActs = endpoint({
  method: 'GET',
  path,
  summary: 'List refused acts of a company’s kiosks',
  access: 'refusedAct.dismiss',
  params: CompanyId,
  query: ListQuery.omit({ search: true }),
  reply: z.array(RefusedAct),
  paged: true,
});

export const dismissRefusedActs = endpoint({
  method: 'DELETE',
  path,
  summary: 'Dismiss refused acts of a company’s kiosks',
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
