import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, YesOrNo } from '../platform/values.ts';

/** The badges of a visitor who is inside or expected, once more. Null where the tenant has none of those asked for. */
export const printBadge = endpoint({
  method: 'GET',
  path: '/visitors/:visitorId/badge',
  summary: 'Print the badges of a visitor',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  query: z.strictObject({ shouldPrintMainBadge: YesOrNo, shouldPrintParkingBadge: YesOrNo }),
  reply: z.object({ html: z.string().nullable() }),
});
