import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { network, readJson, type Transport, under } from '../http-call.ts';
import type { Outcome } from '../outcome.ts';
import { postSms } from './post-sms.ts';
import type { SmsSettings } from './settings.ts';
import { type SmsProvider, type SmsReport, withoutNumbers } from './sms.ts';

const timeoutMs = 20_000;

const TwilioAnswer = z.object({
  sid: z.string().optional(),
  code: z.number().optional(),
  message: z.string().nullish(),
});

/** `reportTo` is the public address of this program; without it there are no reports. */
export function twilioProvider(
  { url, user, password, from }: SmsSettings,
  reportTo: URL | null,
  send: Transport = network(timeoutMs),
): SmsProvider {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return {
    send({ messageId, to, text }) {
      const form = new URLSearchParams({ To: to, From: from, Body: text });
      if (reportTo) form.set('StatusCallback', twilioReportAddress(reportTo, messageId));
      const path = `/2010-04-01/Accounts/${encodeURIComponent(user)}/Messages.json`;
      return postSms(send, { url: under(url, path), headers: { authorization }, form }, outcomeOf);
    },
  };

  function outcomeOf(answer: Parameters<typeof readJson>[0] & { status: number }): Outcome {
    const parsed = TwilioAnswer.safeParse(readJson(answer));
    const { sid, code, message } = parsed.data ?? {};
    if (answer.status < 300) return { result: 'taken', answer: sid ?? `HTTP ${answer.status}` };
    const words = withoutNumbers(`${code ?? `HTTP ${answer.status}`} ${message ?? ''}`.trim());
    return { result: 'never', problem: 'refused', answer: words };
  }
}

function twilioReportAddress(publicUrl: URL, messageId: string): string {
  return new URL(`/api/v1/sms/status/twilio/${messageId}`, publicUrl).href;
}

const states: Record<string, SmsReport['state']> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
};

interface SignedCall {
  publicUrl: URL;
  messageId: string;
  signature: string;
  form: URLSearchParams;
}

export function readTwilioReport(
  { password }: Pick<SmsSettings, 'password'>,
  { publicUrl, messageId, signature, form }: SignedCall,
): SmsReport | 'forged' | undefined {
  const expected = signTwilio(password, twilioReportAddress(publicUrl, messageId), form);
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  const state = states[form.get('MessageStatus') ?? ''];
  if (!state) return undefined;
  const errorCode = form.get('ErrorCode');
  return { messageId, state, answer: errorCode ? withoutNumbers(errorCode) : null };
}

/** Twilio's signature: the address and each parameter in order of names, by HMAC-SHA1 with the auth token. */
export function signTwilio(token: string, address: string, form: URLSearchParams): Buffer {
  const sorted = [...form].toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
  const signed = address + sorted.map(([name, value]) => name + value).join('');
  return Buffer.from(createHmac('sha1', token).update(signed).digest('base64'));
}
