import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Refuses a call that changes something when another site's page made the browser send it. Browsers say where a request comes
 * from in `Sec-Fetch-Site`, older ones in `Origin`; a request that carries neither comes from no browser and passes. What a browser
 * only fetches in case somebody may want it changes nothing either.
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

/** Whether `Origin` names the console, or is absent. Without a configured address the console is where the request went. */
export function isOwnOrigin(request: FastifyRequest, publicUrl: URL | null): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return origin === (publicUrl?.origin ?? `${request.protocol}://${request.host}`);
}

/**
 * The address of the console as the caller sees it, without a path.
 * @throws {Refusal} `malformedBody` where the request does not say, in a way that can be read, which host it is for.
 */
export function ownOrigin(request: FastifyRequest, publicUrl: URL | null): string {
  if (publicUrl) return publicUrl.origin;
  const address = URL.parse(`${request.protocol}://${request.host}`);
  if (!address) throw new Refusal('malformedBody');
  return address.origin;
}
