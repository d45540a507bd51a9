import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerProblem } from './problem.ts';
import { Refusal } from './refusal.ts';
import { allowStyleElement } from './security-headers.ts';

const built = resolve(import.meta.dirname, '../../../console/dist');
const noncePlaceholder = '__CSP_NONCE__';

/**
 * Serves the console's files, and its page at every address that is no call: the page itself knows which addresses there are.
 * Files with a hash in their name never change. Where the console was not built, only the calls are served.
 */
export async function serveConsole(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(built, 'index.html'))) return;
  const page = await readFile(join(built, 'index.html'), 'utf8');

  await app.register(fastifyStatic, {
    root: built,
    index: false,
    wildcard: false,
    globIgnore: ['index.html'],
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (response, path) => {
      if (!path.includes('/assets/')) response.header('cache-control', 'public, max-age=3600');
    },
  });

  app.get('/*', { schema: { hide: true } }, (request: FastifyRequest, reply: FastifyReply) => {
    const wantsPage = !request.url.startsWith('/api/') && !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!wantsPage) return answerProblem(new Refusal('notFound'), request, reply);
    const nonce = allowStyleElement(reply);
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(page.replaceAll(noncePlaceholder, nonce));
  });
}
