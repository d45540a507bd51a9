import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerProblem } from './problem.ts';
import { Refusal } from './refusal.ts';
import { allowStyleElement, type PagePolicy } from './security-headers.ts';

const apps = resolve(import.meta.dirname, '../../../..');
const noncePlaceholder = '__CSP_NONCE__';

const serviceWorker = /service-worker\.js(\.\w+)?$/;

export async function serveBrowserApps(app: FastifyInstance): Promise<void> {
  const kioskPages = { '/kiosk': 'kiosk', '/kiosk/preview': 'preview', '/kiosk/*': 'kiosk' } as const;
  await serveApp(app, { name: 'kiosk', prefix: '/kiosk/', pages: kioskPages });
  // Its page has the address of a pass.
  await serveApp(app, { name: 'visitor', prefix: '/visitor/', pages: {} });
  await serveApp(app, { name: 'console', prefix: '/', pages: { '/*': 'console' } });
}

type SendPage = (reply: FastifyReply) => FastifyReply;

/** Null without the build. */
export async function readPage(name: 'visitor'): Promise<SendPage | null> {
  const file = join(apps, name, 'dist/index.html');
  return existsSync(file) ? pageOf(await readFile(file, 'utf8'), 'console') : null;
}

function pageOf(page: string, policy: PagePolicy): SendPage {
  return (reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll(noncePlaceholder, allowStyleElement(reply, policy)));
}

interface BrowserApp {
  name: string;
  prefix: string;
  pages: Record<string, PagePolicy>;
}

async function serveApp(app: FastifyInstance, { name, prefix, pages }: BrowserApp): Promise<void> {
  const built = join(apps, name, 'dist');
  if (!existsSync(join(built, 'index.html'))) return;
  const page = await readFile(join(built, 'index.html'), 'utf8');

  await app.register(fastifyStatic, {
    root: built,
    prefix,
    index: false,
    wildcard: false,
    // Each file gets a route. Compressed copies are served under the names of their originals.
    globIgnore: ['index.html', '**/*.{br,gz}'],
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: false,
    setHeaders: (response, path) => {
      if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600');
      if (!serviceWorker.test(path)) return;
      response.header('cache-control', 'no-cache');
      response.header('service-worker-allowed', prefix.replace(/(?<=.)\/$/, ''));
    },
  });

  const servePage = (policy: PagePolicy) => (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? '';
    if (request.url.startsWith('/api/') || /\.\w+$/.test(path) || isOfMetrics(path))
      return answerProblem(new Refusal('notFound'), request, reply);
    return pageOf(page, policy)(reply);
  };
  for (const [path, policy] of Object.entries(pages)) {
    app.get(path, { schema: { hide: true }, exposeHeadRoute: true }, servePage(policy));
  }
}

function isOfMetrics(path: string): boolean {
  return /^\/+metrics(\W|$)/i.test(decodeURIComponent(path));
}
