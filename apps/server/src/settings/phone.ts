import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Refusal } from '../http/refusal.ts';

/**
 * Reads a phone number as typed, with the country whose numbers need no country code, and answers it in E.164.
 * @throws {Refusal} `invalidPhone`, marked on the property `phone`.
 */
export function readPhone(typed: string, countryCode: string): string {
  const country = toCountry(countryCode);
  const phone = parsePhoneNumberFromString(typed, { ...(country && { defaultCountry: country }), extract: false });
  if (!phone?.isValid() || phone.ext !== undefined) {
    throw new Refusal('invalidPhone', { fields: { phone: 'invalidPhone' } });
  }
  return phone.number;
}

/** The same, or null for what is no phone. */
export function phoneOrNull(typed: string, countryCode: string): string | null {
  try {
    return readPhone(typed, countryCode);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function toCountry(code: string): CountryCode | undefined {
  return isSupportedCountry(code) ? code : undefined;
}
