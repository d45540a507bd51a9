import { keepSession } from '@vestibule/web/session.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';

const addressOf = (companyId: number) => `/company/${companyId}/evacuation`;

/**
 * Lets the screen of a company's roll call be loaded again without a network. A browser that keeps no files does without, as does the
 * development server.
 */
export async function keepScreen(companyId: number, session: Session): Promise<void> {
  keepSession(session);
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/roll-call-service-worker.js', { scope: addressOf(companyId) });
}

/** Takes away what `keepScreen` kept. */
export async function forgetScreen(companyId: number): Promise<void> {
  keepSession(null);
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(addressOf(companyId));
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('vestibule-roll-call-')).map((name) => caches.delete(name)));
}
