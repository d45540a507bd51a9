/// <reference lib="webworker" />

// Caches one version of the app as a whole. The build inserts the files and a hash of their contents.
declare const FILES: string[];
declare const VERSION: string;
declare const self: ServiceWorkerGlobalScope;

const cacheName = `vestibule-kiosk-${VERSION}`;
const page = '/kiosk';

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));

// A new version waits until the page says that no visitor is there.
self.addEventListener('message', ({ data }) => {
  if (data === 'use') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  // The stored page may not be framed.
  if (pathname === '/kiosk/preview') return;
  const file = request.mode === 'navigate' ? page : pathname;
  if (FILES.includes(file)) event.respondWith(answer(file, request));
});

async function keep(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' })));
}

async function takeOver(): Promise<void> {
  const names = await caches.keys();
  const former = names.filter((name) => name.startsWith('vestibule-kiosk-') && name !== cacheName);
  await Promise.all(former.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function answer(file: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(file)) ?? fetch(request);
}
