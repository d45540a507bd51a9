import type { MessageProblem } from '@vestibule/contract/message.ts';
import { type PhoneNumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { SmsCountries } from '../integrations/sms/limits.ts';

/** Numbers of these types cost more than a mobile phone, or receive no SMS. */
const refusedTypes: ReadonlySet<PhoneNumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PERSONAL_NUMBER',
  'PAGER',
  'VOICEMAIL',
  'TOLL_FREE',
]);

/**
 * Returns why a phone in E.164 gets no SMS, or null. A number without a country is one of a satellite or of an international service,
 * such as +881 or +979.
 */
export function barrierOf(
  phone: string,
  companyCountry: string | null,
  { codes, ofCompany }: SmsCountries,
): MessageProblem | null {
  const number = parsePhoneNumberFromString(phone, { extract: false });
  const type = number?.getType();
  if (!number?.country || (type !== undefined && refusedTypes.has(type))) return 'numberNotAllowed';
  if (codes === null || codes.has(number.country) || (ofCompany && number.country === companyCountry)) return null;
  return 'countryNotAllowed';
}
