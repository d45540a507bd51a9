import type { PastVisit } from '@vestibule/contract/visits/history.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

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
