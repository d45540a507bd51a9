import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Reads a number as the server does, to what is stored; null if it is not a valid one. */
export function understandPhone(typed: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), country);
  return phone?.isValid() ? phone.number : null;
}
