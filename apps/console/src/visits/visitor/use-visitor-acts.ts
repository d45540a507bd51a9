import { checkOutVisitor, registerVisit, type Registration } from '@vestibule/contract/visits/registration.ts';
import { deleteVisitor, updateVisitor, type Visitor, type VisitorEdit } from '@vestibule/contract/visits/visitor.ts';
import { importVisitors } from '@vestibule/contract/visits/expected.ts';
import { call, type FileOptions } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { removeVisitors, replaceVisitors } from '@vestibule/web/visitor-pages.ts';
import { useState } from 'react';
import { useVisitorChange } from './use-visitor-changes.ts';

export function useRegisterVisit() {
  return useVisitorChange(({ request, idempotencyKey }: { request: Registration; idempotencyKey: string }) =>
    call(registerVisit, { body: request }, { idempotencyKey }),
  );
}

interface VisitorImport extends FileOptions {
  tenantId: number;
  file: File;
  preview: boolean;
  shouldPrintMainBadge: boolean;
  shouldPrintParkingBadge: boolean;
  /** Whether to send SMS. Undefined lets the server hold a large number. */
  announce: boolean | undefined;
}

/** A preview changes nothing. */
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

export function useUpdateVisitor() {
  return useVisitorChange(async ({ visitorId, edit }: { visitorId: number; edit: VisitorEdit }, client) => {
    const visitor = await call(updateVisitor, { params: { visitorId }, body: edit });
    replaceVisitors(client, [visitor]);
    // A new phone splits a visitor whom several tenants know, and the new part has a new id.
    if (visitor.id !== visitorId) removeVisitors(client, [visitorId]);
    return visitor;
  });
}

/** A repeat after a lost answer succeeds. The row updates, or disappears if the data must not be kept. */
export function useCheckOut() {
  const [repeatable] = useState(() => createRepeat('visitorIsNotCheckedIn', 'notFound'));
  return useVisitorChange(async ({ id, currentVisitRecordId }: Visitor, client) => {
    const visitor = await repeatable(currentVisitRecordId, () => call(checkOutVisitor, { params: { visitorId: id } }));
    if (visitor) replaceVisitors(client, [visitor]);
    else removeVisitors(client, [id]);
    return visitor;
  });
}

export function useDeleteVisitor() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    await call(deleteVisitor, { params: { visitorId: id } });
    removeVisitors(client, [id]);
  });
}
