import { type NavigateOptions, useSearchParams } from 'react-router';

/**
 * The search part of the address. A change begins with what stands there by then: the screen is drawn after the address has changed, and of
 * two changes in quick succession the second would otherwise take the first one back.
 */
export function useAddress() {
  const [params, setParams] = useSearchParams();
  const change = (next: (now: URLSearchParams) => URLSearchParams, options: NavigateOptions) =>
    setParams(next(new URLSearchParams(window.location.search)), options);
  return { params, change };
}
