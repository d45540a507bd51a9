import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Refuses changes requested by other sites. Browsers send `Sec-Fetch-Site`, older ones `Origin`. Prefetches must not change anything
 * either.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: URL | null): void {
  if (request.headers['sec-purpose']?.includes('prefetch')) throw new Refusal('crossSiteRequest');
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin') return;
    throw new Refusal('crossSiteRequest');
  }
  if (!isOwnOrigin(request, publicUrl)) throw new Refusal('crossSiteRequest');
}

export function isOwnOrigin(request: FastifyRequest, publicUrl: URL | null): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === (publicUrl?.origin ?? `${request.protocol}://${request.host}`);
}

export function ownOrigin(request: FastifyRequest, publicUrl: URL | null): string {
  if (publicUrl) return publicUrl.origin;
  const address = URL.parse(`${request.protocol}://${request.host}`);
  if (!address) throw new Refusal('malformedBody');
  return address.origin;
}
