import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vault } from '../db/sealed.ts';
import { ownOrigin } from './same-origin.ts';
import { hashOf, newSecret } from './secret.ts';

export interface BrowserCookie {
  read(): string | undefined;
  write(secret: string, seconds: number): void;
  clear(): void;
}

export interface SessionCookie {
  read(): string | undefined;
  write(id: string): void;
  clear(): void;
}

export function browserCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): BrowserCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule-away');
  return {
    read: () => request.cookies[name],
    write: (secret, seconds) => void reply.setCookie(name, secret, { ...options, sameSite: 'lax', maxAge: seconds }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'lax' }),
  };
}

export type StepCookie = BrowserCookie;

export function stepCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): StepCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule-step');
  return {
    read: () => request.cookies[name],
    write: (secret, seconds) => void reply.setCookie(name, secret, { ...options, sameSite: 'strict', maxAge: seconds }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'strict' }),
  };
}

export function sessionCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): SessionCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule');
  return {
    read: () => request.cookies[name],
    write: (id) => void reply.setCookie(name, id, { ...options, sameSite: 'strict' }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'strict' }),
  };
}

export const hostCookieName = 'vestibule-host';
/** Browsers keep a cookie for at most 400 days. The server ends sessions that are not used. */
const hostCookieDays = 400;

/** Persistent, because a host opens the page from the home screen of a phone. */
export function hostCookie(request: FastifyRequest, reply: FastifyReply, publicUrl: URL | null): SessionCookie {
  const { name, options } = ours(request, publicUrl, hostCookieName);
  return {
    read: () => request.cookies[name],
    write: (id) => void reply.setCookie(name, id, { ...options, sameSite: 'strict', maxAge: hostCookieDays * 86_400 }),
    clear: () => void reply.clearCookie(name, { ...options, sameSite: 'strict' }),
  };
}

/** A random id of the browser, by which the server knows its accounts. */
export interface KnownBrowserCookie {
  read(): Buffer | undefined;
  hash(): Buffer;
  write(): void;
}

export const knownBrowserDays = 90;
const browserSignature = 'known browser';

export function knownBrowserCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, vault }: { publicUrl: URL | null; vault: Vault },
): KnownBrowserCookie {
  const { name, options } = ours(request, publicUrl, 'vestibule-known');
  let id: string | undefined;
  const keptId = () => (id ??= readId() ?? newSecret());
  return {
    read() {
      const own = readId();
      return own === undefined ? undefined : hashOf(own);
    },
    hash: () => hashOf(keptId()),
    write() {
      const id = keptId();
      const value = `${id}.${vault.sign(browserSignature, id).toString('base64url')}`;
      reply.setCookie(name, value, { ...options, sameSite: 'strict', maxAge: knownBrowserDays * 86_400 });
    },
  };

  function readId(): string | undefined {
    const [id = '', signature = '', ...rest] = (request.cookies[name] ?? '').split('.');
    if (id === '') return undefined;
    if (rest.length > 0 || !vault.isSigned(browserSignature, id, Buffer.from(signature, 'base64url'))) return undefined;
    return id;
  }
}

export interface DeviceCookie {
  read(): string | undefined;
  write(token: string): void;
  clear(): void;
}

const deviceCalls = '/api/v1/device';
const daysKept = 400;

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

/** Over https the prefix `__Host-` keeps neighboring hosts from setting it. */
function ours(request: FastifyRequest, publicUrl: URL | null, plainName: string) {
  const secure = ownOrigin(request, publicUrl).startsWith('https:');
  const name = secure ? `__Host-${plainName}` : plainName;
  return { name, options: { path: '/', httpOnly: true, secure } };
}
