import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Parses a number as the server does. Null if invalid. */
export function understandPhone(typed: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), country);
  return phone?.isValid() ? phone.number : null;
}
