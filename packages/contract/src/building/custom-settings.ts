import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Tenant } from './tenant.ts';
import { IdParam } from '../platform/values.ts';

/**
 * Whether a tenant has settings of its own. The first time they are a copy of the company's; turned off, they are kept and not
 * used.
 */
export const setCustomSettings = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/custom_settings_state',
  summary: 'Turn a tenant’s own settings on or off',
  access: 'tenant.manage',
  params: z.object({ tenantId: IdParam }),
  body: z.strictObject({ enableCustomSettings: z.boolean() }),
  reply: Tenant,
});
