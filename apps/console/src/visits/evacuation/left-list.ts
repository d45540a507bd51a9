import type { Session } from '@vestibule/contract/accounts/session.ts';
import { keepSession } from '@vestibule/web/session.ts';

const prefix = 'roll-call ';

export const listKey = (companyId: number) => `${prefix}${companyId}`;

/** The user had typed an address, or the session had ended. Unsent ticks stay, because they contain no names. */
export function forgetLeftList(session: Session | null): void {
  const shown = session ? /^\/company\/(\d+)\/evacuation$/.exec(location.pathname)?.[1] : undefined;
  if (shown === undefined) keepSession(null);
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && key !== listKey(Number(shown))) sessionStorage.removeItem(key);
  }
}
