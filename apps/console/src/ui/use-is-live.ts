import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { useLiveState } from '@vestibule/web/live.ts';

/** False while the live channel is lost. A break that is over in a second is not worth a word. */
export function useIsLive(): boolean {
  const isLost = useLiveState() === 'offline';
  const hasBeenLost = useDebouncedValue(isLost, 1000);
  return !(isLost && hasBeenLost);
}
