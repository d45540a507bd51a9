import type { LiveMessage } from '@vestibule/contract/live.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { useState } from 'react';
import type { Opening } from '../../ui/list/rows.ts';
import { usePanelPlace } from './use-visitor-list.ts';

/** The panel stays when the visitor leaves the list. Pass every live event to `onMessage`. */
export function usePanel(rows: readonly Visitor[]) {
  const place = usePanelPlace();
  const [last, setLast] = useState<Visitor | null>(null);
  const index = rows.findIndex(({ id }) => id === place.id);
  const listed = rows[index];
  if (listed && listed !== last) setLast(listed);
  const visitor = listed ?? (last?.id === place.id ? last : null);

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
