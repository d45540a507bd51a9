import { useState } from 'react';
import { keepPlaces, type Place } from './steady-rows.ts';

type RowKey = string | number;

/**
 * The rows in their places. While the pointer is over the element that gets `hold`, and `steady` stays the same, the
 * places are kept; without `steady` they never are.
 */
export function useSteadyRows<Row>(rows: readonly Row[], rowKey: (row: Row) => RowKey, steady: string | undefined) {
  const [isHeld, setHeld] = useState(false);
  const [last, setLast] = useState<{
    rows: readonly Row[];
    steady: string | undefined;
    places: readonly Place<Row>[];
  } | null>(null);

  const isSame = last !== null && last.steady === steady && steady !== undefined;
  let places = last?.places ?? [];
  if (last?.rows !== rows || last.steady !== steady) {
    places = keepPlaces(isHeld && isSame ? places : [], rows, rowKey);
    setLast({ rows, steady, places });
  }

  const release = () => {
    setHeld(false);
    setLast(null);
  };
  const hold = {
    onPointerEnter: (event: React.PointerEvent) => setHeld(event.pointerType === 'mouse'),
    onPointerLeave: release,
  };
  return { places, hold };
}
