import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigin } from './same-origin.ts';

/** The session's id as the browser keeps it: readable by no script, sent by no other site. */
export interface SessionCookie {
  read(): string | undefined;
  write(id: string): void;
  clear(): void;
}

/** Over https the name carries `__Host-`, so that no neighbouring host can set it. */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): SessionCookie {
  const secure = ownOrigin(request, publicUrl).startsWith('https:');
  const name = secure ? '__Host-vestibule' : 'vestibule';
  const options = { path: '/', httpOnly: true, sameSite: 'strict', secure } as const;
  return {
    read: () => request.cookies[name],
    write: (id) => void reply.setCookie(name, id, options),
    clear: () => void reply.clearCookie(name, options),
  };
}
