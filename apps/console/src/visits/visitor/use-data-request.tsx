import { useMutation } from '@tanstack/react-query';
import {
  eraseDataOfPhone,
  eraseVisitorData,
  exportDataOfPhone,
  exportVisitorData,
} from '@vestibule/contract/visits/data-request.ts';
import { listPastVisits, type PastVisit } from '@vestibule/contract/visits/history.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import { removeVisitors } from '@vestibule/web/visitor-pages.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

export const dataRequestDialogs = {
  DataRequest: lazyDialog(async () => (await import('./dialogs.tsx')).DataRequestDialog),
};

/** Without a visitor, the phone finds the remaining visits. */
export interface DataSubject {
  companyId: number;
  visitorId: number | null;
  name: string;
  phone: string;
  /** Null if unknown. */
  isInside: boolean | null;
}

export function subjectOfVisitor({ id, companyId, name, phone, currentVisitRecordId }: Visitor): DataSubject {
  return { companyId, visitorId: id, name, phone, isInside: currentVisitRecordId !== null };
}

/** The history does not show whether the visitor is inside again. */
export function subjectOfVisit(companyId: number, { visitor }: PastVisit): DataSubject {
  const { id: visitorId, name, phone } = visitor;
  return { companyId, visitorId, name, phone, isInside: null };
}

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
