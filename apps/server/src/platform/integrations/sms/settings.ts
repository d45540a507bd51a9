import { z } from 'zod';
import { isLoopback } from '../loopback.ts';

const smsProviders = ['twilio', 'sveve', 'none'] as const;

export interface SmsSettings {
  provider: 'twilio' | 'sveve';
  url: URL;
  user: string;
  password: string;
  from: string;
}

const ownAddresses = { twilio: 'https://api.twilio.com', sveve: 'https://sveve.no' } as const;

const text = () =>
  z
    .string()
    .transform((value) => value.trim())
    .optional();

export const smsVariables = {
  SMS_PROVIDER: z
    .enum(smsProviders, { error: `one of ${smsProviders.join(', ')}` })
    .default('none')
    .describe('Provider of SMS. With `none` SMS are stored and not sent.'),
  SMS_URL: z
    .string()
    .refine(isAddress, { error: 'an https address like https://api.twilio.com; plain http only on this machine' })
    .transform((url) => new URL(url))
    .optional()
    .describe('Address of the provider, if it is not its usual one.'),
  SMS_USER: text().describe('User name at the provider: the Account SID at Twilio.'),
  SMS_PASSWORD: text().describe('Password of its API: the Auth Token at Twilio.'),
  SMS_FROM: z
    .string()
    .transform((value) => value.trim())
    .refine((value) => /^(\+[1-9]\d{6,14}|\d{3,8}|(?=.{3,11}$)[A-Za-z0-9][A-Za-z0-9 ]*)$/.test(value), {
      error: 'a number like +4790000000, a short code, or 3 to 11 plain letters and digits',
    })
    .optional()
    .describe('Sender of SMS.'),
};

type Variables = z.output<z.ZodObject<typeof smsVariables>>;

const needed = {
  SMS_USER: 'the user name that the provider knows you by: the Account SID at Twilio',
  SMS_PASSWORD: 'the password for the API: the Auth Token at Twilio',
  SMS_FROM: 'the number or name that SMS come from',
} as const;

export const smsSecrets: readonly string[] = ['SMS_PASSWORD'];

export function missingOfSms(env: Variables): { name: string; allowed: string }[] {
  if (env.SMS_PROVIDER === 'none') return [];
  return (['SMS_USER', 'SMS_PASSWORD', 'SMS_FROM'] as const)
    .filter((name) => !env[name])
    .map((name) => ({ name, allowed: `set, as SMS_PROVIDER is ${env.SMS_PROVIDER}: ${needed[name]}` }));
}

export function readSms(env: Variables): SmsSettings | null {
  const { SMS_PROVIDER: provider, SMS_USER: user, SMS_PASSWORD: password, SMS_FROM: from } = env;
  if (provider === 'none' || !user || !password || !from) return null;
  return { provider, url: env.SMS_URL ?? new URL(ownAddresses[provider]), user, password, from };
}

function isAddress(address: string) {
  const url = URL.parse(address.trim());
  if (url === null || url.username !== '' || url.search !== '' || url.hash !== '') return false;
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  return isLocal || url.protocol === 'https:';
}
