import type { LiveMessage } from '@vestibule/contract/live.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Opening } from '../../ui/list/rows.ts';
import { toast } from '../../ui/toast.ts';
import { usePanelPlace } from './use-visitor-list.ts';
import { useVisitor } from './use-visitors.ts';

/** Also opens visitors of other pages. The panel stays when the visitor leaves the list. Pass every live event to `onMessage`. */
export function usePanel(rows: readonly Visitor[], scope: { companyId: number; tenantId?: number }) {
  const { t } = useTranslation();
  const place = usePanelPlace();
  const [last, setLast] = useState<Visitor | null>(null);
  const index = rows.findIndex(({ id }) => id === place.id);
  const listed = rows[index];
  const { found, isMissing } = useVisitor(scope, listed ? null : place.id);
  const shown = listed ?? found;
  if (shown && shown !== last) setLast(shown);
  const visitor = shown ?? (last?.id === place.id ? last : null);
  const dismiss = useEffectEvent(() => {
    toast(t('errors.notFound'));
    place.close();
  });
  const isUnknown = isMissing && visitor === null;
  useEffect(() => {
    if (isUnknown) dismiss();
  }, [isUnknown]);

  const onMessage = ({ event, payload }: LiveMessage) => {
    if (event === 'visitors_removed' && place.id !== null && payload.ids.includes(place.id)) place.close();
    const changed = event === 'visitors_update' ? payload.find(({ id }) => id === place.id) : undefined;
    if (changed) setLast(changed);
  };
  const stepTo = (row: Visitor | undefined) => (row && listed ? () => place.open(row.id) : null);
  const opening: Opening<Visitor> = {
    key: visitor?.id ?? null,
    onOpen: ({ id }) => (id === place.id ? place.close() : place.open(id)),
  };
  return {
    /** Stays while the panel closes. */
    visitor: visitor ?? last,
    opened: visitor !== null,
    onClose: place.close,
    onPrevious: stepTo(rows[index - 1]),
    onNext: stepTo(rows[index + 1]),
    opening,
    open: ({ id }: Visitor) => place.open(id),
    onMessage,
  };
}

export function withPanel(rows: readonly Visitor[], visitor: Visitor | null): readonly Visitor[] {
  return visitor && !rows.some(({ id }) => id === visitor.id) ? [...rows, visitor] : rows;
}
