import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCompany, listAllCompanies, listPartnerCompanies } from '@vestibule/contract/company.ts';
import { createCompany, deleteCompany, leaveCompany, renameCompany } from '@vestibule/contract/company-edit.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf, pageOf, reloading } from '@vestibule/web/query.ts';

interface PageQuery {
  search?: string;
  limit: number;
  cursor?: string;
}

/** A page of every company of the system. */
export function useAllCompanies(query: PageQuery) {
  return useQuery(pageOf(listAllCompanies, { query }));
}

/** A page of the companies that a partner looks after. */
export function usePartnerCompanies(partnerId: number, query: PageQuery) {
  return useQuery(pageOf(listPartnerCompanies, { params: { partnerId }, query }));
}

interface NewCompany {
  name: string;
  partnerId: number | null;
}

export function useCreateCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ idempotencyKey, ...body }: NewCompany & { idempotencyKey: string }) =>
      call(createCompany, { body }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenameCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ companyId, ...body }: { companyId: number; name: string; previous: string }) =>
      call(renameCompany, { params: { companyId }, body }),
    ...reloading(reload),
  });
}

/** Takes the partner off the company. */
export function useLeaveCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ companyId, partnerId }: { companyId: number; partnerId?: number }) =>
      call(leaveCompany, {
        params: { companyId },
        query: partnerId === undefined ? {} : { partnerId: String(partnerId) },
      }),
    ...reloading(reload),
  });
}

export function useDeleteCompany() {
  const reload = useReload();
  return useMutation({
    mutationFn: (companyId: number) => call(deleteCompany, { params: { companyId } }),
    ...reloading(reload),
  });
}

function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listAllCompanies) }),
      client.invalidateQueries({ queryKey: keyOf(listPartnerCompanies) }),
      client.invalidateQueries({ queryKey: keyOf(getCompany) }),
    ]);
}
