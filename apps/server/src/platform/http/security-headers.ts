import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

function permissions(camera: '()' | '(self)') {
  return `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;
}

const headers = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissions('()'),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': `max-age=${365 * 24 * 3600}`,
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

export function setSecurityHeaders(app: FastifyInstance): void {
  const all = { ...headers, 'content-security-policy': contentPolicy("'self'", app.calls.fileHost) };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all);
    done();
  });
}

export type PagePolicy = 'console' | 'kiosk';

/** Allows one style element of this page by a nonce. A kiosk may also frame a signage page and use the camera. */
export function allowStyleElement(reply: FastifyReply, page: PagePolicy = 'console'): string {
  const nonce = randomBytes(16).toString('base64');
  const frames = page === 'kiosk' ? 'https:' : null;
  if (page === 'kiosk') reply.header('permissions-policy', permissions('(self)'));
  reply.header(
    'content-security-policy',
    contentPolicy(`'self' 'nonce-${nonce}'`, reply.server.calls.fileHost, frames),
  );
  return nonce;
}

/** Scripts and styles only from own files, and the style element with the nonce of the page. Pictures also from the file host. */
function contentPolicy(styles: string, fileHost: string | null, frames: string | null = null) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${fileHost === null ? '' : ` ${fileHost}`}`,
    "connect-src 'self'",
    ...(frames === null ? [] : [`frame-src ${frames}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
