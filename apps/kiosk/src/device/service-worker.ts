type Update = 'updating' | 'upToDate' | 'unsupported';

/** Stores the app for offline starts, except in development. */
export async function keepApp(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/kiosk/service-worker.js', { scope: '/kiosk' });
}

/** Looks for a newer version. Passes `whenIdle` the function that activates it by a reload. */
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
