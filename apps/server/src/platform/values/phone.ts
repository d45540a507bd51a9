import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Refusal } from '../http/refusal.ts';

/**
 * Parses a typed phone to E.164, with the country for numbers without a country code.
 * @throws {Refusal} `invalidPhone`, on the property `phone`.
 */
export function readPhone(typed: string, countryCode: string): string {
  const country = toCountry(countryCode);
  const phone = parsePhoneNumberFromString(withPlusFirst(typed), {
    ...(country && { defaultCountry: country }),
    extract: false,
  });
  if (!phone?.isValid() || phone.ext !== undefined) {
    throw new Refusal('invalidPhone', { fields: { phone: 'invalidPhone' } });
  }
  return phone.number;
}

/** Rewrites a country code in brackets, `(+47) 90 12 34 56`, for the library. */
function withPlusFirst(typed: string): string {
  return typed.replace(/^\s*\(\s*\+/, '+(');
}

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
