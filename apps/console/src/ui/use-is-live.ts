import { useDebouncedValue } from '@vestibule/ui/hooks.ts';
import { useLiveState } from '@vestibule/web/live.ts';

/** False while the live channel is lost for more than a second. */
export function useIsLive(): boolean {
  const isLost = useLiveState() === 'offline';
  const hasBeenLost = useDebouncedValue(isLost, 1000);
  return !(isLost && hasBeenLost);
}
