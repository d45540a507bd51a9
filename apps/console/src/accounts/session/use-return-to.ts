import { useLocation } from 'react-router';

/** The address that the user requested before the sign-in screen. */
export function useReturnTo(): string | undefined {
  const location = useLocation();
  return readReturnTo(location.state);
}

function readReturnTo(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined;
  // An address that starts with two slashes leads to another host.
  return typeof state.returnTo === 'string' && /^\/(?!\/)/.test(state.returnTo) ? state.returnTo : undefined;
}
