/** What came of looking for a newer version of the app. */
type Update = 'updating' | 'upToDate' | 'unsupported';

/** Keeps the app in the browser, so that it starts without network. Not while it is developed. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/kiosk/service-worker.js', { scope: '/kiosk' });
}

/** Looks for a newer version; `whenIdle` is given what puts it into use, which loads the page again. */
export async function updateApp(whenIdle: (act: () => void) => void): Promise<Update> {
  const registration = await navigator.serviceWorker?.getRegistration('/kiosk');
  if (!registration) return 'unsupported';
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  if (!worker) return 'upToDate';
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  const takeOver = () => whenIdle(() => worker.postMessage('use'));
  if (worker.state === 'installed') takeOver();
  else worker.addEventListener('statechange', () => worker.state === 'installed' && takeOver());
  return 'updating';
}
