import { useMutation, useQuery } from '@tanstack/react-query';
import { exportAuditEntries, listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { call } from '@vestibule/web/call.ts';
import { pageOf } from '@vestibule/web/query.ts';
import type { AuditFilter } from './audit-filter.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** A page of the audit log of a company, or of all. */
export function useAuditEntries(companyId: number | undefined, filter: AuditFilter, { limit, cursor }: PageQuery) {
  const query = { ...inCompany(companyId), ...filter, limit, ...(cursor && { cursor }) };
  return useQuery(pageOf(listAuditEntries, { query }));
}

/** The entries that match as a CSV file. */
export function useExportAudit(companyId: number | undefined) {
  return useMutation({
    mutationFn: async (filter: AuditFilter) =>
      (await call(exportAuditEntries, { query: { ...inCompany(companyId), ...filter } })).csv,
  });
}

function inCompany(companyId: number | undefined) {
  return companyId === undefined ? {} : { companyId };
}
