import { reopenVisit, undoSeconds } from '@vestibule/contract/visits/registration.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { call } from '@vestibule/web/call.ts';
import { reloadVisitors, replaceVisitors } from '@vestibule/web/visitor-pages.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useCheckOut } from './use-visitor-acts.ts';
import { useVisitorChange } from './use-visitor-changes.ts';

interface CheckedOut {
  visitor: Visitor;
  visitId: number;
  /** The ids of the rows below, which determine its place. */
  below: readonly number[];
  /** The page of the list that it left. */
  content: string;
  isOver: boolean;
  until: number;
}

/** Keeps their rows for ten seconds, while the check-out can be undone. */
export function useCheckOuts(rows: readonly Visitor[], { content, pageSize }: { content: string; pageSize: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const [gone, setGone] = useState<ReadonlyMap<number, CheckedOut>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set());
  const checkOutCall = useCheckOut();
  const reopenCall = useVisitorChange(async (visitId: number, client) => {
    const visitor = await call(reopenVisit, { params: { visitId } });
    replaceVisitors(client, [visitor]);
    // The row keeps its place until the list has it again.
    await reloadVisitors(client);
  });

  const forget = (isOver: (one: CheckedOut) => boolean) =>
    setGone((before) => new Map([...before].filter(([, one]) => !isOver(one))));
  useEffect(() => {
    if (gone.size === 0) return undefined;
    const next = Math.min(...[...gone.values()].map(({ until }) => until));
    if (next === Infinity) return undefined;
    const timer = setTimeout(() => forget(({ until }) => until <= next), Math.max(0, next - Date.now()));
    return () => clearTimeout(timer);
  }, [gone]);

  const shown = withGone(
    rows,
    [...gone.values()].filter((one) => one.content === content),
    pageSize,
  );
  const isGone = ({ id, currentVisitRecordId }: Visitor) => {
    const one = gone.get(id);
    return one?.isOver === true && (currentVisitRecordId === null || currentVisitRecordId === one.visitId);
  };

  const keep = (visitor: Visitor, visitId: number, isOver: boolean) => {
    const place = shown.findIndex(({ id }) => id === visitor.id);
    const below = shown.slice(place + 1).map(({ id }) => id);
    const until = isOver ? endOfUndo() : Infinity;
    setGone((before) => new Map(before).set(visitor.id, { visitor, visitId, below, content, isOver, until }));
  };

  const checkOut = async (visitor: Visitor) => {
    const { name, currentVisitRecordId: visitId } = visitor;
    // Keeps the row in place while the call runs, because it has the focus.
    if (visitId !== null) keep(visitor, visitId, false);
    const stop = () => forget((one) => one.visitId === visitId);
    const left = await checkOutCall.mutateAsync(visitor).catch((error: unknown) => {
      stop();
      throw error;
    });
    toast(t('visitors.checkingOut.done', { name }));
    if (left === null || visitId === null) return stop();
    keep(visitor, visitId, true);
  };

  /** The reply to a scan names no visit, so it must find the row as it was before the call. */
  const keepScanned = (visitorId: number) => {
    const visitor = shown.find(({ id }) => id === visitorId);
    if (visitor && visitor.currentVisitRecordId !== null) keep(visitor, visitor.currentVisitRecordId, true);
  };

  const undo = async ({ id, name }: Visitor) => {
    const one = gone.get(id);
    if (!one) return;
    setGone((before) => new Map(before).set(id, { ...one, until: Infinity }));
    try {
      await reopenCall.mutateAsync(one.visitId);
      toast(t('visitors.checkingOut.undone', { name }));
    } finally {
      forget(({ visitId }) => visitId === one.visitId);
    }
  };

  const once = (act: (visitor: Visitor) => Promise<void>) => (visitor: Visitor) => {
    if (busy.has(visitor.id)) return;
    setBusy((before) => new Set(before).add(visitor.id));
    void act(visitor)
      .catch((error: unknown) => {
        reportUnlessOfCall(error);
        toast(problemText(error));
      })
      .finally(() => setBusy((before) => new Set([...before].filter((id) => id !== visitor.id))));
  };

  return {
    rows: shown,
    isGone,
    isBusy: ({ id }: Visitor) => busy.has(id),
    /** Rejects if the visitor could not be checked out. */
    checkOut,
    keepScanned,
    checkOutNow: once(checkOut),
    undo: once(undo),
    visitIdOf: ({ id, currentVisitRecordId }: Visitor) => currentVisitRecordId ?? gone.get(id)?.visitId ?? null,
  };
}

export type CheckOuts = ReturnType<typeof useCheckOuts>;

/** Puts them above the first row that was below them. */
function withGone(rows: readonly Visitor[], gone: readonly CheckedOut[], limit: number): readonly Visitor[] {
  const missing = gone.filter(({ visitor: { id } }) => !rows.some((row) => row.id === id));
  if (missing.length === 0) return rows;
  const merged = [...rows];
  // The lowest first, so that the others find it.
  for (const { visitor, below } of missing.toSorted((one, other) => one.below.length - other.below.length)) {
    const place = merged.findIndex(({ id }) => below.includes(id));
    merged.splice(place < 0 ? Math.min(merged.length, limit - 1) : place, 0, visitor);
  }
  return merged.slice(0, limit);
}

function endOfUndo(): number {
  return Date.now() + undoSeconds * 1000;
}
