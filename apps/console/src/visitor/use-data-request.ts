import { useMutation } from '@tanstack/react-query';
import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/data-request.ts';
import type { Visitor } from '@vestibule/contract/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { removeVisitors } from '@vestibule/web/visitor-pages.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

/** Everything that is kept about a visitor. */
export function useExportVisitorData() {
  return useMutation({
    mutationFn: ({ id }: Visitor) => call(exportVisitorData, { params: { visitorId: id } }),
  });
}

/** Removes everything that is kept about a visitor. */
export function useEraseVisitorData() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    await call(eraseVisitorData, { params: { visitorId: id } });
    removeVisitors(client, [id]);
  });
}
