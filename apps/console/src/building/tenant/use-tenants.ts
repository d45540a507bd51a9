import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { setCustomSettings } from '@vestibule/contract/building/custom-settings.ts';
import {
  createTenant,
  deleteTenant,
  getTenant,
  listTenants,
  renameTenant,
  setBackupEmployee,
} from '@vestibule/contract/building/tenant.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pagesOf, polledPageOf, reloading } from '@vestibule/web/query.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function useTenants(companyId: number, query: PageQuery) {
  return useQuery(polledPageOf(listTenants, { params: { companyId }, query }));
}

/** Returns none without a company. */
export function useTenantChoice(companyId: number | null, search: string) {
  const query = { limit: 50, ...(search && { search }) };
  return useInfiniteQuery({
    ...pagesOf(listTenants, { params: { companyId: companyId ?? 0 }, query }),
    enabled: companyId !== null,
  });
}

export function useCreateTenant(companyId: number) {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(createTenant, { params: { companyId }, body: { name } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

interface Renaming {
  tenantId: number;
  name: string;
  previous: string;
}

export function useRenameTenant() {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ tenantId, ...body }: Renaming) => call(renameTenant, { params: { tenantId }, body }),
    ...reloading(reload),
  });
}

interface BackupChange {
  tenantId: number;
  employeeId: number | null;
  previous: number | null;
}

export function useSetBackupEmployee() {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ tenantId, ...body }: BackupChange) => call(setBackupEmployee, { params: { tenantId }, body }),
    ...reloading(reload),
  });
}

export function useSetCustomSettings() {
  const reload = useReloadTenants();
  return useMutation({
    mutationFn: ({ tenantId, ...body }: { tenantId: number; enableCustomSettings: boolean }) =>
      call(setCustomSettings, { params: { tenantId }, body }),
    onSuccess: reload,
    onError: () => void reload(),
  });
}

/** Reloading the deleted tenant would show a 404 before its screen closes. */
export function useDeleteTenant() {
  const client = useQueryClient();
  const { onError } = reloading(useReloadTenants());
  return useMutation({
    mutationFn: ({ tenantId, ifEmpty }: { tenantId: number; ifEmpty: boolean }) =>
      call(deleteTenant, { params: { tenantId }, query: { ...(ifEmpty && { ifEmpty: 'true' }) } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listTenants) }),
    onError,
  });
}

function useReloadTenants() {
  const client = useQueryClient();
  return () => Promise.all([listTenants, getTenant].map((read) => client.invalidateQueries({ queryKey: keyOf(read) })));
}
