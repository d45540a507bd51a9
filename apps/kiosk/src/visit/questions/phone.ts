import {
  AsYouType,
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { countryCodes } from '@vestibule/contract/platform/country.ts';

/** A country to choose from. */
export interface Country {
  code: CountryCode;
  name: string;
  callingCode: string;
}

/** The countries by name in a language, those of the kiosk's languages and the building's own before the others. */
export function listCountries(tag: string, own: string): Country[] {
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  const near = [own, 'NO', 'SE', 'DK', 'FI', 'GB', 'NL', 'DE', 'FR', 'IT', 'ES', 'PT', 'EE', 'LV', 'LT', 'PL'];
  const rank = ({ code }: Country) => (near.includes(code) ? near.indexOf(code) : near.length);
  return countryCodes
    .filter((code) => isSupportedCountry(code))
    .map((code) => ({ code, name: names.of(code) ?? code, callingCode: getCountryCallingCode(code) }))
    .toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name, tag));
}

/** A number as its country writes it, as far as it is typed. */
export function formatPhone(typed: string, country: CountryCode): string {
  return new AsYouType(country).input(typed);
}

/** A whole number with its country code; null for what cannot be one. */
export function readPhone(typed: string, country: CountryCode): string | null {
  const phone = parsePhoneNumberFromString(typed.replace(/^00/, '+'), country);
  return phone?.isValid() ? phone.number : null;
}

/** The country of a whole number with its country code; undefined where the code does not say. */
export function countryIn(phone: string): CountryCode | undefined {
  return parsePhoneNumberFromString(phone)?.country;
}

/** The country that a company's code stands for; Norway where phone numbers of it cannot be read. */
export function countryOf(code: string): CountryCode {
  return isSupportedCountry(code) ? code : 'NO';
}
