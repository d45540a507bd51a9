import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, YesOrNo } from '../platform/values.ts';

export const printBadge = endpoint({
  method: 'GET',
  path: '/visitors/:visitorId/badge',
  summary: 'Print the badges of a visitor',
  access: 'visitor.manage',
  params: z.object({ visitorId: IdParam }),
  query: z.strictObject({ shouldPrintMainBadge: YesOrNo, shouldPrintParkingBadge: YesOrNo }),
  reply: z.object({ html: z.string().nullable() }),
});
