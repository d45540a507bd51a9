import { useEffect, useEffectEvent } from 'react';

/** How often the server is polled, in ms. */
const retryMs = 5_000;

/** While `isLost`, calls `retry` once the server is healthy. */
export function useRecovery(isLost: boolean, retry: () => unknown): void {
  const go = useEffectEvent(() => void retry());
  useEffect(() => {
    if (!isLost) return undefined;
    const asking = setInterval(() => {
      fetch('/health/ready', { cache: 'no-store' }).then(
        ({ ok }) => ok && go(),
        () => {},
      );
    }, retryMs);
    return () => clearInterval(asking);
  }, [isLost]);
}
