import { randomBytes } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/**
 * Headers of every answer. Scripts come from the console's own files only; styles too, but for the element that the component
 * library writes, which carries the nonce of the page.
 */
export const securityHeaders = fastifyPlugin(async (app: FastifyInstance) => {
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: { maxAge: 365 * 24 * 3600, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  app.addHook('onRequest', (_request, reply, done) => {
    setContentPolicy(reply, "'self'");
    reply.header('permissions-policy', 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()');
    done();
  });
});

/** Allows this page one style element, and says with which nonce. */
export function allowStyleElement(reply: FastifyReply): string {
  const nonce = randomBytes(16).toString('base64');
  setContentPolicy(reply, `'self' 'nonce-${nonce}'`);
  return nonce;
}

function setContentPolicy(reply: FastifyReply, styles: string) {
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    `style-src ${styles}`,
    // Attributes on elements, which the component library and printed documents set; they cannot load anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  reply.header('content-security-policy', policy.join('; '));
}
