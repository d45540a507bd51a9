import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listPartnerCompanies } from '@vestibule/contract/accounts/company.ts';
import type { Endpoint } from '@vestibule/contract/platform/endpoint.ts';
import { getPartner, listAllPartners, listCompanyPartners } from '@vestibule/contract/accounts/partner.ts';
import {
  attachPartner,
  createPartner,
  deletePartner,
  detachPartner,
  renamePartner,
} from '@vestibule/contract/accounts/partner-edit.ts';
import { call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { keyOf, polledPageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

export function useAllPartners(query: PageQuery) {
  return useQuery(polledPageOf(listAllPartners, { query }));
}

export function useCompanyPartners(companyId: number, query: PageQuery) {
  return useQuery(polledPageOf(listCompanyPartners, { params: { companyId }, query }));
}

export function usePartner(partnerId: number | undefined) {
  return useQuery({
    ...queryOf(getPartner, { params: { partnerId: partnerId ?? 0 } }),
    enabled: partnerId !== undefined,
  });
}

export function useCreatePartner() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ name, idempotencyKey }: { name: string; idempotencyKey: string }) =>
      call(createPartner, { body: { name } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useRenamePartner() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ partnerId, ...body }: { partnerId: number; name: string; previous: string }) =>
      call(renamePartner, { params: { partnerId }, body }),
    ...reloading(reload),
  });
}

export function useDeletePartner() {
  const reload = useReload(lists);
  return useMutation({
    mutationFn: (partnerId: number) => call(deletePartner, { params: { partnerId } }),
    ...reloading(reload),
  });
}

/** Returns null if a lost attempt had already attached the partner. */
export function useAttachPartner() {
  const reload = useReload();
  const [repeatable] = useState(() => createRepeat('partnerIsAlreadyAssignedToCompany'));
  return useMutation({
    mutationFn: (body: { companyId: number; partnerCode: string }) =>
      repeatable(body, () => call(attachPartner, { body })),
    ...reloading(reload),
  });
}

export function useDetachPartner() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ partnerId, companyId }: { partnerId: number; companyId: number }) =>
      call(detachPartner, { params: { partnerId }, query: { companyId: String(companyId) } }),
    ...reloading(reload),
  });
}

const lists = [listAllPartners, listCompanyPartners, listPartnerCompanies];

function useReload(endpoints: readonly Endpoint[] = [...lists, getPartner]) {
  const client = useQueryClient();
  return () => Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })));
}
