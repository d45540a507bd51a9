import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/min';
import { countryCodes } from '@vestibule/contract/platform/country.ts';

export interface Country {
  code: CountryCode;
  name: string;
  callingCode: string;
}

/** The countries of the kiosk's languages. */
const near = ['NO', 'SE', 'DK', 'FI', 'GB', 'NL', 'DE', 'FR', 'IT', 'ES', 'PT', 'EE', 'LV', 'LT', 'PL'] as const;

/** Countries by name in a language. Those of the kiosk's languages and the building come first. */
export function listCountries(tag: string, own: string): Country[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const first: readonly string[] = [own, ...near];
  const rank = ({ code }: Country) => (first.includes(code) ? first.indexOf(code) : first.length);
  return countryCodes
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, tag));
}

export function formatPhone(typed: string, country: CountryCode): string {
  return new AsYouType(country).input(typed);
}

export function readPhone(typed: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), country);
  return phone?.isValid() ? phone.number : null;
}

/** Whether the number is valid and no further digit can follow. */
export function isComplete(typed: string, country: CountryCode): boolean {
  const isValid = (text: string) => readPhone(text, country) !== null;
  return isValid(typed) && !Array.from('0123456789').some((digit) => isValid(typed + digit));
}

/** Returns the text key for the error of an invalid number. */
export function phoneFault(typed: string, country: CountryCode): 'tooShort' | 'tooLong' | 'wrong' {
  const fault = validatePhoneNumberLength(typed.replace(/^00/, '+'), country);
  if (fault === 'TOO_SHORT' || fault === 'NOT_A_NUMBER') return 'tooShort';
  return fault === 'TOO_LONG' ? 'tooLong' : 'wrong';
}

/** The country of a typed number, which may begin with the dial code of another than the chosen country. */
export function countryTyped(typed: string, chosen: CountryCode): CountryCode {
  const number = new AsYouType(chosen);
  number.input(typed.replace(/^00/, '+'));
  const code = number.getCallingCode();
  if (code === undefined) return chosen;
  // Several countries may share a dial code.
  const candidates: readonly CountryCode[] = [
    chosen,
    ...near,
    'US',
    ...countryCodes.filter((one) => isSupportedCountry(one)),
  ];
  return number.getCountry() ?? candidates.find((one) => getCountryCallingCode(one) === code) ?? chosen;
}

/** Formats a stored number as people in the country write it. */
export function showPhone(number: string, country: string): string {
  const phone = parsePhoneNumberFromString(number);
  if (!phone) return number;
  return phone.country === country ? phone.formatNational() : phone.formatInternational();
}

/** Undefined if the code does not tell. */
export function countryIn(phone: string): CountryCode | undefined {
  return parsePhoneNumberFromString(phone)?.country;
}

/** Norway if the phone numbers of the country cannot be parsed. */
export function countryOf(code: string): CountryCode {
  return isSupportedCountry(code) ? code : 'NO';
}
