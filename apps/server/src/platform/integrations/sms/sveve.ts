import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { network, readJson, type Transport, under } from '../http-call.ts';
import type { Outcome } from '../outcome.ts';
import { postSms } from './post-sms.ts';
import type { SmsSettings } from './settings.ts';
import { type SmsProvider, type SmsReport, withoutNumbers } from './sms.ts';

const timeoutMs = 20_000;

/** Sveve always answers 200; only the body tells the result. */
const SveveAnswer = z.object({
  response: z.object({
    msgOkCount: z.number().default(0),
    ids: z.array(z.union([z.number(), z.string()])).optional(),
    fatalError: z.string().nullish(),
    errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
  }),
});

export function sveveProvider(
  { url, user, password, from }: SmsSettings,
  send: Transport = network(timeoutMs),
): SmsProvider {
  return {
    send({ messageId, to, text }) {
      const form = new URLSearchParams({ user, passwd: password, to, msg: text, from, ref: messageId, f: 'json' });
      return postSms(send, { url: under(url, '/SMS/SendMessage'), form }, outcomeOf);
    },
  };

  function outcomeOf(answer: Parameters<typeof readJson>[0] & { status: number }): Outcome {
    if (answer.status >= 300) return { result: 'never', problem: 'refused', answer: `HTTP ${answer.status}` };
    const { response } = SveveAnswer.safeParse(readJson(answer)).data ?? {};
    if (!response) return { result: 'unknown', problem: 'uncertain', answer: null };
    if (response.msgOkCount > 0) return { result: 'taken', answer: `id ${response.ids?.[0] ?? '?'}` };
    const words = response.fatalError ?? response.errors?.[0]?.message;
    if (words === undefined || words === null) return { result: 'unknown', problem: 'uncertain', answer: null };
    return { result: 'never', problem: 'refused', answer: withoutNumbers(words) };
  }
}

/** Sveve does not sign its reports. Operators derive the secret from the password, see `docs/operating.md`. */
export function sveveReportSecret(password: string): string {
  return createHmac('sha256', password).update('vestibule sms status').digest('hex');
}

export function isSveveReportSecret({ password }: Pick<SmsSettings, 'password'>, given: string): boolean {
  const expected = Buffer.from(sveveReportSecret(password));
  const bytes = Buffer.from(given);
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

export function readSveveReport(parameters: URLSearchParams): SmsReport | undefined {
  const messageId = parameters.get('ref');
  const status = parameters.get('status');
  if (!messageId || (status !== 'true' && status !== 'false')) return undefined;
  const words = [parameters.get('errorCode'), parameters.get('errorDesc')].filter(Boolean).join(' ');
  return {
    messageId,
    state: status === 'true' ? 'delivered' : 'failed',
    answer: words === '' ? null : withoutNumbers(words),
  };
}
