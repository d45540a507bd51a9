import { useLocation } from 'react-router';

/** The address that the user asked for before the sign-in screen. */
export function useAskedPage(): string | undefined {
  const location = useLocation();
  return readAsked(location.state);
}

function readAsked(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  // An address that starts with two slashes leads to another host.
  return typeof state.asked === 'string' && /^\/(?!\/)/.test(state.asked) ? state.asked : undefined;
}
