import type { Session } from '@vestibule/contract/accounts/session.ts';
import { keepSession } from '@vestibule/web/session.ts';

const prefix = 'roll-call ';

/** Under what this tab keeps the list of a company. */
export const listKey = (companyId: number) => `${prefix}${companyId}`;

/**
 * Forgets, as the page begins, the list of a screen that was left without being closed: by an address that was typed, or with a session
 * that ended meanwhile. Ticks that were never sent stay; they name nobody.
 */
export function forgetLeftList(session: Session | null): void {
  const shown = session ? /^\/company\/(\d+)\/evacuation$/.exec(location.pathname)?.[1] : undefined;
  if (shown === undefined) keepSession(null);
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(prefix) && key !== listKey(Number(shown))) sessionStorage.removeItem(key);
  }
}
