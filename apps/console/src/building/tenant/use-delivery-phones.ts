import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getDeliveryPhones, setDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { getTenant, listTenants } from '@vestibule/contract/building/tenant.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pollMs, queryOf, reloading } from '@vestibule/web/query.ts';

export function useDeliveryPhones(tenantId: number) {
  return useQuery({ ...queryOf(getDeliveryPhones, { params: { tenantId } }), refetchInterval: pollMs });
}

export function useReadDeliveryPhones() {
  return useMutation({
    mutationFn: async (tenantId: number) => (await call(getDeliveryPhones, { params: { tenantId } })).deliveryPhones,
  });
}

interface DeliveryPhonesChange {
  tenantId: number;
  deliveryPhones: string[];
  previous: string[];
}

export function useSetDeliveryPhones() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ tenantId, ...body }: DeliveryPhonesChange) =>
      call(setDeliveryPhones, { params: { tenantId }, body }),
    ...reloading(() =>
      Promise.all(
        [getDeliveryPhones, listTenants, getTenant].map((read) => client.invalidateQueries({ queryKey: keyOf(read) })),
      ),
    ),
  });
}
