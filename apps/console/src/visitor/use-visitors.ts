import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { checkOutVisitor, registerVisit, type VisitRequest } from '@vestibule/contract/registration.ts';
import {
  deleteVisitor,
  importVisitors,
  listVisitors,
  lookUpPhone,
  updateVisitor,
  type Visitor,
  type VisitorEdit,
  type VisitorScope,
  printCurrentVisitors,
} from '@vestibule/contract/visitor.ts';
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
