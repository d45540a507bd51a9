import { useMutation, useQueryClient } from '@tanstack/react-query';
import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/data-request.ts';
import type { Visitor } from '@vestibule/contract/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { reloading } from '@vestibule/web/query.ts';
import { reloadVisitors, removeVisitors } from '@vestibule/web/visitor-pages.ts';
import { visitorChange } from './use-visitors.ts';

/** Everything that is kept about a visitor. */
export function useExportVisitorData() {
  return useMutation({
    mutationFn: ({ id }: Visitor) => call(exportVisitorData, { params: { visitorId: id } }),
  });
}

/** Removes everything that is kept about a visitor. */
export function useEraseVisitorData() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: visitorChange,
    mutationFn: async ({ id }: Visitor) => {
      await call(eraseVisitorData, { params: { visitorId: id } });
      removeVisitors(client, [id]);
    },
    ...reloading(() => reloadVisitors(client)),
  });
}
