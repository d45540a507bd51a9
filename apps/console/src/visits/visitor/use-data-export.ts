import { useMutation } from '@tanstack/react-query';
import {
  eraseDataOfPhone,
  eraseVisitorData,
  exportDataOfPhone,
  exportVisitorData,
} from '@vestibule/contract/visits/data-request.ts';
import { listPastVisits } from '@vestibule/contract/visits/history.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import { removeVisitors } from '@vestibule/web/visitor-pages.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { DataSubject } from './use-data-request.tsx';
import { useVisitorChange } from './use-visitor-changes.ts';

/** The download continues when the dialog closes. */
export function useExportVisitorData() {
  return useMutation({
    mutationFn: ({ companyId, visitorId, phone }: DataSubject) =>
      visitorId === null
        ? call(exportDataOfPhone, { params: { companyId }, body: { phone } })
        : call(exportVisitorData, { params: { visitorId } }),
    onSuccess: (data, { visitorId }) =>
      saveFile(`visitor-${visitorId ?? 'data'}.json`, 'application/json', JSON.stringify(data, null, 2)),
  });
}

export function useEraseVisitorData() {
  return useVisitorChange(async ({ companyId, visitorId, phone }: DataSubject, client) => {
    if (visitorId === null) {
      await call(eraseDataOfPhone, { params: { companyId }, body: { phone } });
    } else {
      await call(eraseVisitorData, { params: { visitorId } });
      removeVisitors(client, [visitorId]);
    }
    await client.invalidateQueries({ queryKey: keyOf(listPastVisits) });
  });
}
