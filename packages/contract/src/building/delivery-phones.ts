import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { IdParam, line } from '../platform/values.ts';

/** How many people of a tenant can be told of a delivery. */
export const mostDeliveryPhones = 20;

/** Phones as somebody types them, an empty one being none. The server reads them as it reads any phone and keeps E.164. */
export const TypedDeliveryPhones = z
  .array(line(32))
  .refine((phones) => phones.filter(Boolean).length <= mostDeliveryPhones, 'max20phones');

const DeliveryPhones = z.object({ deliveryPhones: z.array(z.string()) });
const TenantId = z.object({ tenantId: IdParam });

/** Who is told when something is delivered for a tenant. */
export const getDeliveryPhones = endpoint({
  method: 'GET',
  path: '/tenants/:tenantId/delivery_phones',
  summary: 'Read the delivery phones of a tenant',
  access: 'tenant.deliveryPhones',
  params: TenantId,
  reply: DeliveryPhones,
});

/** `fields` says which of them cannot be read, or stands there twice, by its place in what was sent. */
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
