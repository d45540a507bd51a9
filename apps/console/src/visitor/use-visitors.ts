import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { checkOutByBadge, printBadge } from '@vestibule/contract/badge.ts';
import {
  checkInExpected,
  checkOutVisitor,
  registerVisit,
  type VisitRequest,
} from '@vestibule/contract/registration.ts';
import {
  deleteVisitor,
  importVisitors,
  listTenantVisitors,
  listVisitors,
  lookUpPhone,
  updateVisitor,
  type Visitor,
  type VisitorEdit,
  type VisitorScope,
  printCurrentVisitors,
} from '@vestibule/contract/visitor.ts';
import { listUntoldVisits } from '@vestibule/contract/visit.ts';
import { getBadgeOptions } from '@vestibule/contract/tenant.ts';
import { call, type FileOptions } from '@vestibule/web/call.ts';
import { useLiveState } from '@vestibule/web/live.ts';
import { pageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { reloadVisitors, removeVisitors, replaceVisitors } from '@vestibule/web/visitor-pages.ts';

/** Without the live channel, as behind a proxy that lets no socket through, the lists are asked for this often. */
const pauseWhenNotLive = 10_000;

/** A page of the visitors of a company. */
export function useVisitors(
  companyId: number,
  query: { scope: VisitorScope; search?: string; limit: number; cursor?: string },
) {
  const live = useLiveState();
  return useQuery({
    ...pageOf(listVisitors, { params: { companyId }, query }),
    refetchInterval: live === 'offline' && pauseWhenNotLive,
  });
}

/** A page of whom a tenant expects and who is there now. */
export function useTenantVisitors(tenantId: number, query: { search?: string; limit: number; cursor?: string }) {
  const live = useLiveState();
  return useQuery({
    ...pageOf(listTenantVisitors, { params: { tenantId }, query }),
    refetchInterval: live === 'offline' && pauseWhenNotLive,
  });
}

/** Of these tenants those that have any badge to print. */
export function useTenantsWithBadges(tenantIds: readonly number[]): ReadonlySet<number> {
  const options = useQueries({
    queries: tenantIds.map((tenantId) => ({
      ...queryOf(getBadgeOptions, { params: { tenantId } }),
      staleTime: 60_000,
    })),
  });
  const has = options.map(({ data }) => data?.enablePrintBadgeOption || data?.enablePrintParkingBadgeOption);
  return new Set(tenantIds.filter((_, index) => has[index]));
}

/** The visits of a company about which a message failed; without one, none. Kept in step with the lists of visitors. */
export function useUntoldVisits(companyId: number | undefined): ReadonlySet<number> {
  const live = useLiveState();
  const { data } = useQuery({
    ...queryOf(listUntoldVisits, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    refetchInterval: live === 'offline' && pauseWhenNotLive,
  });
  return new Set(data);
}

/** How many visitors a tab has. */
export function useVisitorCount(companyId: number, scope: VisitorScope) {
  const live = useLiveState();
  return useQuery({
    ...queryOf(listVisitors, { params: { companyId }, query: { scope, limit: 1 } }),
    refetchInterval: live === 'offline' && pauseWhenNotLive,
    select: ({ page }) => page,
  });
}

/** Changes of visitors made at this desk carry this key, so that they can be told from those of others. */
export const visitorChange = ['visitor'];

export function useRegisterVisit() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: ({ request, idempotencyKey }: { request: VisitRequest; idempotencyKey: string }) =>
      call(registerVisit, { body: request }, { idempotencyKey }),
    ...reloading(() => reloadVisitors(client)),
  });
}

interface VisitorImport extends Pick<FileOptions, 'onProgress'> {
  tenantId: number;
  file: File;
  preview: boolean;
  shouldPrintMainBadge: boolean;
  shouldPrintParkingBadge: boolean;
}

/** Imports visitors whom a tenant expects; a preview changes nothing. */
export function useImportVisitors() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: ({ tenantId, file, preview, onProgress, ...badges }: VisitorImport) =>
      call(
        importVisitors,
        {
          params: { tenantId },
          query: {
            preview: `${preview}`,
            shouldPrintMainBadge: `${badges.shouldPrintMainBadge}`,
            shouldPrintParkingBadge: `${badges.shouldPrintParkingBadge}`,
          },
          file,
        },
        { ...(onProgress && { onProgress }) },
      ),
    ...reloading(() => reloadVisitors(client)),
  });
}

export function useUpdateVisitor() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: async ({ visitorId, edit }: { visitorId: number; edit: VisitorEdit }) => {
      const visitor = await call(updateVisitor, { params: { visitorId }, body: edit });
      replaceVisitors(client, [visitor]);
      return visitor;
    },
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Checks a visitor out. The row shows what the server made of it, or leaves where nothing may be kept. */
export function useCheckOut() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: async ({ id }: Visitor) => {
      const visitor = await call(checkOutVisitor, { params: { visitorId: id } });
      if (visitor) replaceVisitors(client, [visitor]);
      else removeVisitors(client, [id]);
    },
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Checks in visitors who are expected. */
export function useCheckInExpected() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: ({ ids, idempotencyKey }: { ids: number[]; idempotencyKey: string }) =>
      call(checkInExpected, { body: { ids } }, { idempotencyKey }),
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Checks out whoever wears the badge with this code. Answers their name. */
export function useCheckOutByBadge(companyId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: async (code: string) => {
      const { visitorName } = await call(checkOutByBadge, { params: { companyId }, body: { code } });
      return visitorName;
    },
    ...reloading(() => reloadVisitors(client)),
  });
}

/** All badges that the visitor's tenant has, once more; null where it has none. */
export function usePrintBadge() {
  return useMutation({
    mutationFn: async ({ id }: Visitor) => {
      const query = { shouldPrintMainBadge: 'true', shouldPrintParkingBadge: 'true' } as const;
      return (await call(printBadge, { params: { visitorId: id }, query })).html;
    },
  });
}

export function useDeleteVisitor() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: async ({ id }: Visitor) => {
      await call(deleteVisitor, { params: { visitorId: id } });
      removeVisitors(client, [id]);
    },
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Whether a phone belongs to a visitor that the company knows. */
export function usePhoneLookup(companyId: number) {
  return useMutation({
    mutationFn: (query: { phone: string; tenantId?: number | undefined }) =>
      call(lookUpPhone, { params: { companyId }, query }),
  });
}

/** The evacuation list as a document to print. */
export function usePrintCurrent(companyId: number) {
  return useMutation({
    mutationFn: async () => (await call(printCurrentVisitors, { params: { companyId } })).html,
  });
}
