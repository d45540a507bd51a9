/// <reference lib="webworker" />

// Serves the screen of a roll call without a network, while that screen is open.
declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const cacheName = `vestibule-roll-call-${VERSION}`;
const page = '/';
/** How long a page may take before the cached page is shown, in ms. */
const timeoutMs = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(forgetFormer()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(newestPage(request));
  else if (FILES.includes(pathname)) event.respondWith(file(pathname, request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(FILES);
  await self.skipWaiting();
}

async function forgetFormer(): Promise<void> {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith('vestibule-roll-call-') && name !== cacheName);
  await Promise.all(former.map((name) => caches.delete(name)));
}

/** Prefers a newer version of the console. */
async function newestPage(request: Request): Promise<Response> {
  try {
    return await fetch(request.url, { signal: AbortSignal.timeout(timeoutMs) });
  } catch {
    const cache = await caches.open(cacheName);
    return (await cache.match(page)) ?? Response.error();
  }
}

async function file(pathname: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(pathname)) ?? fetch(request);
}
