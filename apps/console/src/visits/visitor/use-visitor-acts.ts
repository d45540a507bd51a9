import { checkOutVisitor, registerVisit, type VisitRequest } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor, updateVisitor, type Visitor, type VisitorEdit } from '@vestibule/contract/visits/visitor.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { call, type FileOptions } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { removeVisitors, replaceVisitors } from '@vestibule/web/visitor-pages.ts';
import { useState } from 'react';
import { useVisitorChange } from './use-visitor-changes.ts';

// What dialogs do, and are fetched with: nothing of the first load imports it.

/** Checks somebody in. */
export function useRegisterVisit() {
  return useVisitorChange(({ request, idempotencyKey }: { request: VisitRequest; idempotencyKey: string }) =>
    call(registerVisit, { body: request }, { idempotencyKey }),
  );
}

interface VisitorImport extends FileOptions {
  tenantId: number;
  file: File;
  preview: boolean;
  shouldPrintMainBadge: boolean;
  shouldPrintParkingBadge: boolean;
  /** Whether to send an SMS to the visitors; undefined lets the server hold many. */
  announce: boolean | undefined;
}

/** Imports visitors whom a tenant expects; a preview changes nothing. */
export function useImportVisitors() {
  return useVisitorChange((visitors: VisitorImport) => {
    const { tenantId, file, preview, shouldPrintMainBadge, shouldPrintParkingBadge, announce, ...options } = visitors;
    const query = {
      preview: `${preview}`,
      shouldPrintMainBadge: `${shouldPrintMainBadge}`,
      shouldPrintParkingBadge: `${shouldPrintParkingBadge}`,
      ...(announce !== undefined && { announce: `${announce}` as const }),
    } as const;
    return call(importVisitors, { params: { tenantId }, query, file }, options);
  });
}

/** Changes what is known of a visitor. */
export function useUpdateVisitor() {
  return useVisitorChange(async ({ visitorId, edit }: { visitorId: number; edit: VisitorEdit }, client) => {
    const visitor = await call(updateVisitor, { params: { visitorId }, body: edit });
    replaceVisitors(client, [visitor]);
    // With another phone a visitor whom other tenants know as well becomes a visitor of its own.
    if (visitor.id !== visitorId) removeVisitors(client, [visitorId]);
    return visitor;
  });
}

/** Checks a visitor out, whose answer may have been lost before. The row shows what the server made of it, or leaves where nothing may be kept. */
export function useCheckOut() {
  const [repeatable] = useState(() => createRepeat('visitorIsNotCheckedIn', 'notFound'));
  return useVisitorChange(async ({ id, currentVisitRecordId }: Visitor, client) => {
    const visitor = await repeatable(currentVisitRecordId, () => call(checkOutVisitor, { params: { visitorId: id } }));
    if (visitor) replaceVisitors(client, [visitor]);
    else removeVisitors(client, [id]);
  });
}

/** Deletes a visitor. */
export function useDeleteVisitor() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    await call(deleteVisitor, { params: { visitorId: id } });
    removeVisitors(client, [id]);
  });
}
