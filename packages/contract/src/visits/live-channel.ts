import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, numberParam } from '../platform/values.ts';

export const openLiveChannel = endpoint({
  method: 'GET',
  path: '/users/ws',
  summary: 'Address of the live channel of a company or a tenant',
  access: 'live.open',
  query: z.strictObject({
    companyId: IdParam.optional(),
    tenantId: IdParam.optional(),
    after: numberParam({ min: 0, max: Number.MAX_SAFE_INTEGER }).optional(),
  }),
  reply: z.object({ url: z.string() }),
  refusals: ['tooManyRequests'],
});
