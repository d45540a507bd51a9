import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Only the kiosk has a use for the camera: it reads codes with it. */
function permissions(camera: '()' | '(self)') {
  return `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`;
}

/** What every answer says beside the content policy, whatever it is of. */
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

/** Adds the headers to every answer of the server. They never differ, so they are not put together for each request. */
export function setSecurityHeaders(app: FastifyInstance): void {
  const all = { ...headers, 'content-security-policy': contentPolicy("'self'", app.calls.fileHost) };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(all);
    done();
  });
}

/** Which pages there are that need more than a call does. */
export type PagePolicy = 'console' | 'kiosk';

/**
 * Allows this page one style element, and says with which nonce. A kiosk may show a page of the company's behind its welcome, and use
 * the camera.
 */
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

/**
 * Scripts come from the console's own files only; styles too, but for the element that the component library writes, which
 * carries the nonce of the page. Pictures come from where files are kept, too.
 */
function contentPolicy(styles: string, fileHost: string | null, frames: string | null = null) {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    // Attributes on elements, which the component library and printed documents set; they cannot load anything.
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
