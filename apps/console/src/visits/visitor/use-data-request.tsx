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
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

/** The dialog in which other screens answer a data request. */
export const dataRequestDialogs = {
  DataRequest: lazyDialog(async () => (await import('./dialogs.tsx')).DataRequestDialog),
};

/** Whose data is asked for. Without a visitor the phone finds the visits that are left. */
export interface DataSubject {
  companyId: number;
  visitorId: number | null;
  name: string;
  phone: string;
  /** Null if it is unknown whether the visitor is inside. */
  isInside: boolean | null;
}

export function subjectOfVisitor({ id, companyId, name, phone, currentVisitRecordId }: Visitor): DataSubject {
  return { companyId, visitorId: id, name, phone, isInside: currentVisitRecordId !== null };
}

/** The history does not show whether the visitor has come back. */
export function subjectOfVisit(companyId: number, { visitor }: PastVisit): DataSubject {
  const { id: visitorId, name, phone } = visitor;
  return { companyId, visitorId, name, phone, isInside: null };
}

/** Saves everything that is kept about a visitor as a file, also when the dialog is closed before it ends. */
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

/** Removes everything that is kept about a visitor. */
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
