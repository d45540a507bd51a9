import { type CountryCode, parsePhoneNumberFromString, validatePhoneNumberLength } from 'libphonenumber-js/min';

export interface UnderstoodPhone {
  /** In stored form. */
  phone: string;
  /** Whether a longer number may begin with it, as in Germany. */
  mayContinue: boolean;
}

/** Parses as the server does. Null while the number is not complete. */
export function understandPhone(typed: string, country: CountryCode): UnderstoodPhone | null {
  const text = typed.replace(/^00/, '+');
  const phone = parsePhoneNumberFromString(text, country);
  if (!phone?.isValid()) return null;
  return { phone: phone.number, mayContinue: validatePhoneNumberLength(`${text}0`, country) !== 'TOO_LONG' };
}
