import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Tenant } from './tenant.ts';
import { IdParam } from '../platform/values.ts';

/** The first time, own settings copy the company's. They are kept while off. */
export const setCustomSettings = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/custom_settings_state',
  summary: 'Turn a tenant’s own settings on or off',
  access: 'tenant.manage',
  params: z.object({ tenantId: IdParam }),
  body: z.strictObject({ enableCustomSettings: z.boolean() }),
  reply: Tenant,
});
