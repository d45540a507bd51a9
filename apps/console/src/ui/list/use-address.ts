import { type NavigateOptions, useLocation, useSearchParams } from 'react-router';

/**
 * The search part of the address. A change begins with what stands there by then: the screen is drawn after the address has changed, and of
 * two changes in quick succession the second would otherwise take the first one back. Once the address is another screen's, which may still
 * be on its way, what was begun in this one changes nothing: a search that waited for another letter would be taken along.
 */
export function useAddress() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const change = (next: (now: URLSearchParams) => URLSearchParams, options: NavigateOptions) => {
    if (window.location.pathname !== pathname) return;
    setParams(next(new URLSearchParams(window.location.search)), options);
  };
  return { params, change };
}
