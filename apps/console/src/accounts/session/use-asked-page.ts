import { useLocation } from 'react-router';

/** The address that was asked for before the sign-in screen was shown; undefined where there was none. */
export function useAskedPage(): string | undefined {
  const location = useLocation();
  return readAsked(location.state);
}

function readAsked(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('asked' in state)) return undefined;
  // Two slashes begin the name of another host.
  return typeof state.asked === 'string' && /^\/(?!\/)/.test(state.asked) ? state.asked : undefined;
}
