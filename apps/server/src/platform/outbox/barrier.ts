import type { MessageProblem } from '@vestibule/contract/platform/message-words.ts';
import { type PhoneNumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { SmsCountries } from '../integrations/sms/limits.ts';

/** These types cost more than a mobile phone, or receive no SMS. */
const refusedTypes: ReadonlySet<PhoneNumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PERSONAL_NUMBER',
  'PAGER',
  'VOICEMAIL',
  'TOLL_FREE',
]);

/** Null for a number without SMS. Numbers without a country belong to satellites or international services, such as +881 or +979. */
export function smsCountryOf(phone: string): string | null {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  const type = number?.getType();
  if (!number?.country || (type !== undefined && refusedTypes.has(type))) return null;
  return number.country;
}

export function barrierOf(
  phone: string,
  companyCountry: string | null,
  { codes, ofCompany }: SmsCountries,
): MessageProblem | null {
  const country = smsCountryOf(phone);
  if (country === null) return 'numberNotAllowed';
  if (codes === null || codes.has(country) || (ofCompany && country === companyCountry)) return null;
  return 'countryNotAllowed';
}
