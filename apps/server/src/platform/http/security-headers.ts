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
  'x-robots-tag': 'noindex',
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

export type PagePolicy = 'console' | 'kiosk' | 'preview';

/**
 * Allows one style element of this page by a nonce. A kiosk may also frame a signage page and use the camera. The preview of a kiosk may
 * be framed by the console, and connects to no server.
 */
export function allowStyleElement(reply: FastifyReply, page: PagePolicy = 'console'): string {
  const nonce = randomBytes(16).toString('base64');
  const isPreview = page === 'preview';
  if (isPreview) reply.header('x-frame-options', 'SAMEORIGIN');
  if (page === 'kiosk') reply.header('permissions-policy', permissions('(self)'));
  reply.header(
    'content-security-policy',
    contentPolicy(`'self' 'nonce-${nonce}'`, reply.server.calls.fileHost, {
      ...(page !== 'console' && { frames: 'https:' }),
      ...(isPreview && { connections: "'none'", ancestors: "'self'" }),
    }),
  );
  return nonce;
}

interface Sources {
  frames?: string | null;
  connections?: string;
  ancestors?: string;
}

/** Scripts and styles only from own files, and the style element with the nonce of the page. Pictures also from the file host. */
function contentPolicy(
  styles: string,
  fileHost: string | null,
  { frames = null, connections = "'self'", ancestors = "'none'" }: Sources = {},
) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${fileHost === null ? '' : ` ${fileHost}`}`,
    `connect-src ${connections}`,
    ...(frames === null ? [] : [`frame-src ${frames}`]),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');
}
