// The properties that it gives to requests and replies.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigin } from './same-origin.ts';

/** A secret that a browser keeps while it is away at another site, to prove that it is the one which left. */
export interface BrowserCookie {
  read(): string | undefined;
  write(secret: string, seconds: number): void;
  clear(): void;
}

/** The session's id as the browser keeps it: readable by no script, sent by no other site. */
export interface SessionCookie {
  read(): string | undefined;
  write(id: string): void;
  clear(): void;
}

/** Lax, as the browser comes back from another site. */
export function browserCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): BrowserCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule-away');
  return {
    read: () => request.cookies[name],
    write: (secret, seconds) => void reply.setCookie(name, secret, { ...options, sameSite: 'lax', maxAge: seconds }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'lax' }),
  };
}

/** A sign-in that waits for its second step, known by a secret that no script reads. */
export type StepCookie = BrowserCookie;

/** For as long as is said where it is written. */
export function stepCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): StepCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule-step');
  return {
    read: () => request.cookies[name],
    write: (secret, seconds) => void reply.setCookie(name, secret, { ...options, sameSite: 'strict', maxAge: seconds }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'strict' }),
  };
}

/** Until the browser is closed; when the session itself ends is up to the server. */
export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): SessionCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule');
  return {
    read: () => request.cookies[name],
    write: (id) => void reply.setCookie(name, id, { ...options, sameSite: 'strict' }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'strict' }),
  };
}

/** The token of a kiosk that is a browser: sent with the calls of devices and no others. */
export interface DeviceCookie {
  read(): string | undefined;
  write(token: string): void;
  clear(): void;
}

const deviceCalls = '/api/v1/device';
const daysKept = 400;

/** It is written only for a page of ours, which tells itself by what its browser says. */
export function deviceCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): DeviceCookie {
  const secure = ownOrigin(request, publicUrl).startsWith('https:');
  const name = secure ? '__Secure-vestibule-kiosk' : 'vestibule-kiosk';
  const options = { path: deviceCalls, httpOnly: true, secure, sameSite: 'strict' } as const;
  const isOurPage = request.headers['sec-fetch-site'] === 'same-origin';
  return {
    read: () => (request.url.startsWith(`${deviceCalls}/`) ? request.cookies[name] : undefined),
    write: (token) => void (isOurPage && reply.setCookie(name, token, { ...options, maxAge: daysKept * 86_400 })),
    clear: () => void (request.cookies[name] !== undefined && reply.clearCookie(name, options)),
  };
}

/** Over https the name carries `__Host-`, so that no neighbouring host can set it. */
function ours(request: FastifyRequest, publicUrl: URL | null, plainName: string) {
  const secure = ownOrigin(request, publicUrl).startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  return { name, options: { path: '/', httpOnly: true, secure } };
}
