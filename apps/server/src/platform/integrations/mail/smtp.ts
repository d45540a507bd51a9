import { createTransport } from 'nodemailer';
import { type Outcome, withoutAddresses } from '../outcome.ts';
import { isLoopback } from '../loopback.ts';
import type { Logo, MailProvider } from './mail.ts';

export interface MailSettings {
  url: URL;
  from: { name: string; address: string };
}

interface Timeouts {
  connection: number;
  answer: number;
  attempt: number;
}

const defaultTimeouts: Timeouts = { connection: 5_000, answer: 10_000, attempt: 30_000 };

export function smtpProvider({ url, from }: MailSettings, timeouts: Timeouts = defaultTimeouts): MailProvider {
  const isHere = isLoopback(url.hostname);
  const hasSignIn = url.username !== '';
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(url.port !== '' && { port: Number(url.port) }),
    secure: url.protocol === 'smtps:',
    requireTLS: hasSignIn && !isHere,
    tls: { rejectUnauthorized: !isHere },
    ...(hasSignIn && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    forceAuth: hasSignIn,
    dnsTimeout: timeouts.connection,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.connection,
    socketTimeout: timeouts.answer,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);

  return {
    from,
    async send({ messageId, to, replyTo, subject, text, html, logo, calendar }) {
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: to },
          messageId: `<${messageId}@${domain}>`,
          subject: subject.replaceAll(/\p{Cc}+/gu, ' '),
          text,
          html,
          ...(replyTo && { replyTo }),
          ...(logo && { attachments: [attachmentOf(logo)] }),
          ...(calendar && { icalEvent: calendar }),
          // Prevents automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(timeouts.attempt),
        });
        return { result: 'taken', answer: withoutAddresses(response) };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

function attachmentOf({ cid, type, bytes }: Logo) {
  const filename = type === 'image/png' ? 'logo.png' : 'logo.jpg';
  return { cid, filename, contentType: type, contentDisposition: 'inline', content: bytes } as const;
}

interface SmtpFailure {
  code?: unknown;
  originalCode?: unknown;
  timeoutType?: unknown;
  command?: unknown;
  response?: unknown;
  permanent?: unknown;
}

const commandsOfTheMail: readonly unknown[] = ['MAIL FROM', 'RCPT TO', 'DATA'];

function outcomeOf(error: unknown): Outcome {
  const { code, originalCode, timeoutType, command, response, permanent }: SmtpFailure = isObject(error) ? error : {};
  const answer = typeof response === 'string' && response !== '' ? withoutAddresses(response) : null;
  if (permanent === true && commandsOfTheMail.includes(command)) return { result: 'never', problem: 'refused', answer };
  if (code === 'EAUTH' || code === 'ENOAUTH') return { result: 'later', problem: 'signInRefused', answer };
  if (code === 'ETLS' || isAboutCertificate(originalCode)) return { result: 'later', problem: 'notSecure', answer };
  if (answer !== null) return { result: 'later', problem: 'deferred', answer };
  if (code === 'EENVELOPE') return { result: 'never', problem: 'refused', answer };
  if (timeoutType === 'CONNECTION_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT') {
    return { result: 'later', problem: 'timedOut', answer };
  }
  if (code === 'ETIMEDOUT' || code === 'EABORT') return { result: 'unknown', problem: 'timedOut', answer };
  const neverConnected = code === 'EDNS' || /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND)$/.test(String(originalCode));
  if (neverConnected) return { result: 'later', problem: 'cannotConnect', answer };
  return { result: 'unknown', problem: 'connectionLost', answer };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isAboutCertificate(code: unknown): boolean {
  return typeof code === 'string' && /CERT|^ERR_(TLS|SSL)|UNABLE_TO_VERIFY/.test(code);
}
