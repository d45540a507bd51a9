// The properties that it gives to requests and replies.
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Vault } from '../db/sealed.ts';
import { ownOrigin } from './same-origin.ts';
import { hashOf, newSecret } from './secret.ts';

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

/** A random id of the browser, by which the server knows the accounts that were signed in to in it. */
export interface KnownBrowserCookie {
  /** The hash of the id; undefined without a cookie that this server signed. */
  read(): Buffer | undefined;
  /** The hash of the id that `write` keeps: a new one where the browser has none. */
  hash(): Buffer;
  /** Keeps the id in the browser for another 90 days. */
  write(): void;
}

/** How many days after a sign-in a browser still is known. */
export const knownBrowserDays = 90;
const browserSignature = 'known browser';

/** Signing out keeps it. It holds nothing but the random id and its signature. */
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
