import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createTenant, listTenants, renameTenant } from '@vestibule/contract/tenant.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pageOf, pagesOf, reloading } from '@vestibule/web/query.ts';

/** A page of the tenants of a company. */
export function useTenants(companyId: number, query: { search?: string; limit: number; cursor?: string }) {
  return useQuery(pageOf(listTenants, { params: { companyId }, query }));
}

/** The tenants of a company to choose from, more with each page. */
export function useTenantChoice(companyId: number, search: string) {
  const query = { limit: 50, ...(search && { search }) };
  return useInfiniteQuery(pagesOf(listTenants, { params: { companyId }, query }));
}

export function useCreateTenant(companyId: number) {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(createTenant, { params: { companyId }, body: { name } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenameTenant() {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ tenantId, name }: { tenantId: number; name: string }) =>
      call(renameTenant, { params: { tenantId }, body: { name } }),
    ...reloading(reload),
  });
}

function useReloadTenants() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(listTenants) });
}
