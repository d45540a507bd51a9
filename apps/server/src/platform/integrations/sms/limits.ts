import { countryCodes } from '@vestibule/contract/platform/country.ts';
import type { Vault } from '../../db/sealed.ts';
import { list, setting } from '../setting.ts';

export interface SmsLimit {
  hour: number;
  day: number;
}

/** `host`: messages to guests of one host, also mails. */
export type SmsLimits = Record<'phone' | 'sender' | 'tenant' | 'company' | 'installation' | 'host', SmsLimit>;

export interface SmsCountries {
  ofCompany: boolean;
  /** ISO 3166-1 alpha-2. Null for all. */
  codes: ReadonlySet<string> | null;
}

export interface SmsRules {
  limits: SmsLimits;
  countries: SmsCountries;
  /** Counters store a hash of a phone with this secret. */
  secret: string;
}

export function smsRulesOf(
  { smsLimits: limits, smsCountries: countries }: { smsLimits: SmsLimits; smsCountries: SmsCountries },
  vault: Vault,
): SmsRules {
  return { limits, countries, secret: vault.sign('sms count', '').toString('base64') };
}

const maxSms = 10_000_000;
const limitAllowed =
  'two whole numbers from 0 to 10000000, the most SMS in an hour and in a day, separated by a comma, such as 600,3000';
const countriesAllowed =
  'any, or countries like NO,SE,DE, separated by commas; the word company stands for the country of the company';

/** The European Economic Area with islands that share a numbering plan, the United Kingdom and Switzerland. */
const defaultCountries =
  'company,AT,AX,BE,BG,CH,CY,CZ,DE,DK,EE,ES,FI,FR,GB,GG,GR,HR,HU,IE,IM,IS,IT,JE,LI,LT,LU,LV,MT,NL,NO,PL,PT,RO,SE,SI,SJ,SK';

function limit(standard: string, to: string) {
  return limitOf(standard, `Most SMS ${to}`);
}

function limitOf(standard: string, what: string) {
  return setting(limitAllowed, isLimit)
    .transform(readLimit)
    .default(readLimit(standard))
    .describe(`${what} in an hour and in a day.`);
}

export const smsLimitVariables = {
  SMS_LIMIT_PHONE: limit('6,20', 'to one phone'),
  SMS_LIMIT_SENDER: limit('600,3000', 'by one kiosk or user'),
  SMS_LIMIT_TENANT: limit('1000,5000', 'of one tenant'),
  SMS_LIMIT_COMPANY: limit('5000,20000', 'of one company'),
  SMS_LIMIT_INSTALLATION: limit('20000,100000', 'of all companies'),
  GUEST_MESSAGE_LIMIT: limitOf('50,300', 'Most messages to guests of one host'),
  SMS_COUNTRIES: list(countriesAllowed, isCountry)
    .refine((names) => names.length === 1 || !names.includes('any'), { error: countriesAllowed })
    .transform(readCountries)
    .default(readCountries(defaultCountries.split(',')))
    .describe(
      'Countries whose phones get SMS. Default: `company`, the European Economic Area, the United Kingdom and Switzerland.',
    ),
};

interface Variables {
  SMS_LIMIT_PHONE: SmsLimit;
  SMS_LIMIT_SENDER: SmsLimit;
  SMS_LIMIT_TENANT: SmsLimit;
  SMS_LIMIT_COMPANY: SmsLimit;
  SMS_LIMIT_INSTALLATION: SmsLimit;
  GUEST_MESSAGE_LIMIT: SmsLimit;
}

export function readSmsLimits(env: Variables): SmsLimits {
  return {
    phone: env.SMS_LIMIT_PHONE,
    sender: env.SMS_LIMIT_SENDER,
    tenant: env.SMS_LIMIT_TENANT,
    company: env.SMS_LIMIT_COMPANY,
    installation: env.SMS_LIMIT_INSTALLATION,
    host: env.GUEST_MESSAGE_LIMIT,
  };
}

function isLimit(text: string): boolean {
  const parts = text.split(',').map((part) => part.trim());
  return parts.length === 2 && parts.every((part) => /^\d{1,8}$/.test(part) && Number(part) <= maxSms);
}

function readLimit(text: string): SmsLimit {
  const [hour = 0, day = 0] = text.split(',').map(Number);
  return { hour, day };
}

function isCountry(name: string): boolean {
  return name === 'any' || name === 'company' || countryCodes.some((code) => code === name);
}

function readCountries(names: string[]): SmsCountries {
  const codes = new Set(names.filter((name) => name !== 'company'));
  return { ofCompany: names.includes('company'), codes: codes.has('any') ? null : codes };
}
