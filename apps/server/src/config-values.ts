import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { entraTenant, isEntra } from './platform/integrations/identity/identity.ts';
import { isLoopback } from './platform/integrations/loopback.ts';

export function yesOrNo() {
  return z.enum(['true', 'false'], { error: 'true or false' }).transform((text) => text === 'true');
}

export const secretAllowed = 'at least 32 characters without a comma, such as the output of `openssl rand -base64 32`';

/** The comma separates the keys of SECRET_KEY_PREVIOUS. */
export function isSecret(text: string) {
  return text.length >= 32 && !text.includes(',');
}

export function isMailUrl(text: string) {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  return (
    /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '' && (url.password === '' || url.username !== '')
  );
}

export const issuerAllowed =
  'an https address like https://login.example.com, or https://login.microsoftonline.com/<tenant id>/v2.0 with the id of one tenant';

/** Plain http on this machine only. An Entra issuer must be of one organization, because any account could sign in otherwise. */
export function isIssuer(text: string) {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  return (isLocal || url.protocol === 'https:') && (!isEntra(url) || entraTenant(url) !== undefined);
}

/** `address` or `name <address>`, with an optionally quoted name. */
const sender = /^(?:"?([^"<>\p{Cc}]*?)"?\s*<([^\s<>@,;]+@[^\s<>@,;]+)>|([^\s<>@,;]+@[^\s<>@,;]+))$/u;

export function isSender(text: string) {
  return sender.test(text);
}

export function readSender(text: string) {
  const [, name = '', named, bare] = sender.exec(text) ?? [];
  return { name: name.trim(), address: named ?? bare ?? '' };
}

export function defaultSender(publicUrl: URL | null) {
  return { name: 'Vestibule', address: `no-reply@${publicUrl?.hostname ?? 'localhost'}` };
}

export function isPort(text: string) {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

/** Far above any useful number, because a typing error must not exhaust the machine. */
export const maxProcesses = 256;

export function isProcessCount(text: string) {
  return text === 'auto' || (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxProcesses);
}

/** `auto` means one per processor. */
export function countProcesses(text: string) {
  return text === 'auto' ? availableParallelism() : Number(text);
}

export function isHost(text: string) {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

export function isHttpUrl(text: string) {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
}

export function isOrigin(text: string) {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

export function isContainer(text: string) {
  return /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

export function isPostgresUrl(text: string) {
  return /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** An IP address, or a network such as `10.0.0.0/8`. */
export function isNetwork(text: string) {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export function isTimeZone(text: string) {
  try {
    Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
