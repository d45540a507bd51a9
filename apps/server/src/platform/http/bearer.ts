import type { FastifyRequest } from 'fastify';

/** The token of a call that is made with one. */
export function tokenOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{1,128})$/i.exec(authorization ?? '')?.[1];
}
