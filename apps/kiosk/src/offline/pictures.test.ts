import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { createPictures } from './pictures.ts';
import { openVault } from './vault.ts';

afterEach(() => vi.unstubAllGlobals());

function serve(pictures: Record<string, string>) {
  const network = { isAway: false, type: 'image/png', asked: [] as string[] };
  vi.stubGlobal('fetch', (address: string) => {
    network.asked.push(address);
    if (network.isAway) return Promise.reject(new TypeError('no network'));
    const picture = pictures[address];
    const headers = { 'content-type': network.type };
    return Promise.resolve(new Response(picture ?? null, { status: picture === undefined ? 404 : 200, headers }));
  });
  return network;
}

test('stores pictures for offline use, also over a reload, and loads them once', async () => {
  const vault = await openVault(crypto.randomUUID());
  const network = serve({ '/files/a.png': 'a', '/files/b.png': 'b' });
  await createPictures(vault).keep(['/files/a.png', '/files/gone.png', '/files/b.png']);
  const pictures = createPictures(vault);
  await pictures.keep(['/files/a.png', '/files/b.png']);
  expect(network.asked).toEqual(['/files/a.png', '/files/gone.png', '/files/b.png']);
  expect(await pictures.recall('/files/a.png')).toBe(`data:image/png;base64,${btoa('a')}`);
  expect(await pictures.recall('/files/gone.png')).toBeUndefined();
});

test('deletes a stored picture that is no longer shown, and nothing else', async () => {
  const vault = await openVault(crypto.randomUUID());
  serve({ '/files/a.png': 'a', '/files/b.png': 'b' });
  await vault.set('config', 1);
  const pictures = createPictures(vault);
  await pictures.keep(['/files/a.png', '/files/b.png']);
  await pictures.keep(['/files/b.png']);
  expect(await vault.names()).toEqual(['config', 'picture /files/b.png']);
  await Promise.all([pictures.keep(['/files/a.png']), pictures.keep([])]);
  expect(await vault.names()).toEqual(['config']);
});

test('ends quietly without network or storage, and continues at the next start', async () => {
  const vault = await openVault(crypto.randomUUID());
  const network = serve({ '/files/a.png': 'a' });
  const pictures = createPictures(vault);
  network.isAway = true;
  await pictures.keep(['/files/a.png']);
  network.isAway = false;
  const full = createPictures({ ...vault, set: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) });
  await full.keep(['/files/a.png']);
  expect(await pictures.recall('/files/a.png')).toBeUndefined();
  await pictures.keep(['/files/a.png']);
  expect(await pictures.recall('/files/a.png')).toBeDefined();
});

test('does not store the page of a gateway as a picture', async () => {
  const vault = await openVault(crypto.randomUUID());
  const network = serve({ '/files/a.png': 'a' });
  network.type = 'text/html';
  const pictures = createPictures(vault);
  await pictures.keep(['/files/a.png']);
  expect(await pictures.recall('/files/a.png')).toBeUndefined();
  network.type = 'image/png';
  await pictures.keep(['/files/a.png']);
  expect(await pictures.recall('/files/a.png')).toBe(`data:image/png;base64,${btoa('a')}`);
});
