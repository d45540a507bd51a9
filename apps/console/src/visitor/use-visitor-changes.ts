import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkOutByBadge } from '@vestibule/contract/badge.ts';
import {
  checkInExpected,
  checkOutVisitor,
  registerVisit,
  type VisitRequest,
} from '@vestibule/contract/registration.ts';
import {
  deleteVisitor,
  importVisitors,
  updateVisitor,
  type Visitor,
  type VisitorEdit,
} from '@vestibule/contract/visitor.ts';
import { call, type FileOptions } from '@vestibule/web/call.ts';
import { reloading } from '@vestibule/web/query.ts';
import { reloadVisitors, removeVisitors, replaceVisitors } from '@vestibule/web/visitor-pages.ts';

/** Changes of visitors made at this desk carry this key, so that they can be told from those of others. */
export const visitorChange = ['visitor'];

/** A change of visitors, after which their lists are asked for again. */
export function useVisitorChange<Input, Result>(change: (input: Input, client: QueryClient) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: (input: Input) => change(input, client),
    ...reloading(() => reloadVisitors(client)),
  });
}

/** Checks somebody in. */
export function useRegisterVisit() {
  return useVisitorChange(({ request, idempotencyKey }: { request: VisitRequest; idempotencyKey: string }) =>
    call(registerVisit, { body: request }, { idempotencyKey }),
  );
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
  return useVisitorChange(({ tenantId, file, preview, onProgress, ...badges }: VisitorImport) => {
    const query = {
      preview: `${preview}`,
      shouldPrintMainBadge: `${badges.shouldPrintMainBadge}`,
      shouldPrintParkingBadge: `${badges.shouldPrintParkingBadge}`,
    } as const;
    return call(importVisitors, { params: { tenantId }, query, file }, { ...(onProgress && { onProgress }) });
  });
}

/** Changes what is known of a visitor. */
export function useUpdateVisitor() {
  return useVisitorChange(async ({ visitorId, edit }: { visitorId: number; edit: VisitorEdit }, client) => {
    const visitor = await call(updateVisitor, { params: { visitorId }, body: edit });
    replaceVisitors(client, [visitor]);
    return visitor;
  });
}

/** Checks a visitor out. The row shows what the server made of it, or leaves where nothing may be kept. */
export function useCheckOut() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    const visitor = await call(checkOutVisitor, { params: { visitorId: id } });
    if (visitor) replaceVisitors(client, [visitor]);
    else removeVisitors(client, [id]);
  });
}

/** Checks in visitors who are expected. */
export function useCheckInExpected() {
  return useVisitorChange(({ ids, idempotencyKey }: { ids: number[]; idempotencyKey: string }) =>
    call(checkInExpected, { body: { ids } }, { idempotencyKey }),
  );
}

/** Checks out whoever wears the badge with this code. Answers their name. */
export function useCheckOutByBadge(companyId: number) {
  return useVisitorChange(async (code: string) => {
    const { visitorName } = await call(checkOutByBadge, { params: { companyId }, body: { code } });
    return visitorName;
  });
}

/** Deletes a visitor. */
export function useDeleteVisitor() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    await call(deleteVisitor, { params: { visitorId: id } });
    removeVisitors(client, [id]);
  });
}
