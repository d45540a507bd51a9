import { useMutation } from '@tanstack/react-query';
import { eraseVisitorData, exportVisitorData } from '@vestibule/contract/data-request.ts';
import type { Visitor } from '@vestibule/contract/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { removeVisitors } from '@vestibule/web/visitor-pages.ts';
import { saveFile } from '../ui/save-file.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

/** Saves everything that is kept about a visitor as a file, also when the dialog has closed meanwhile. */
export function useExportVisitorData() {
  return useMutation({
    mutationFn: ({ id }: Visitor) => call(exportVisitorData, { params: { visitorId: id } }),
    onSuccess: (data, { id }) => saveFile(`visitor-${id}.json`, 'application/json', JSON.stringify(data, null, 2)),
  });
}

/** Removes everything that is kept about a visitor. */
export function useEraseVisitorData() {
  return useVisitorChange(async ({ id }: Visitor, client) => {
    await call(eraseVisitorData, { params: { visitorId: id } });
    removeVisitors(client, [id]);
  });
}
