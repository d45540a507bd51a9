import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, line } from '../platform/values.ts';

export const maxDeliveryPhones = 20;

export const TypedDeliveryPhones = z
  .array(line(32))
  .refine((phones) => phones.filter(Boolean).length <= maxDeliveryPhones, 'max20phones');

const DeliveryPhones = z.object({ deliveryPhones: z.array(z.string()) });
const TenantId = z.object({ tenantId: IdParam });

export const getDeliveryPhones = endpoint({
  method: 'GET',
  path: '/tenants/:tenantId/delivery_phones',
  summary: 'Read the delivery phones of a tenant',
  access: 'tenant.deliveryPhones',
  params: TenantId,
  reply: DeliveryPhones,
});

/** `fields` names unreadable and repeated phones by position. */
export const setDeliveryPhones = endpoint({
  method: 'PATCH',
  path: '/tenants/:tenantId/delivery_phones',
  summary: 'Change the delivery phones of a tenant',
  access: 'tenant.deliveryPhones',
  params: TenantId,
  body: z.strictObject({ deliveryPhones: TypedDeliveryPhones, previous: z.array(z.string()).optional() }),
  reply: DeliveryPhones,
  refusals: ['invalidPhone', 'changedMeanwhile'],
});
