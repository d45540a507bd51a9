import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { createContext, useContext } from 'react';
import { useCountry } from '../../building/settings/use-country.ts';
import { dateLocale } from '../../ui/time.ts';

interface HostInviter {
  employeeId: number;
  /** Of the tenant: the country of phone numbers without a dial code. */
  country: CountryCode;
  /** BCP 47, of the fields for dates and times. */
  locale: string;
}

/** Below it, forms invite as the signed-in host. Elsewhere staff invite for a host of their scope. */
export const HostInvites = createContext<HostInviter | null>(null);

/** Null for staff. */
export function useHostInviter(): HostInviter | null {
  return useContext(HostInvites);
}

/** The browser's locale, if it is of the language of the screen: `en-US` begins with the month. */
export function useFieldLocale(): string {
  const language = useHostInviter()?.locale ?? dateLocale;
  return localeOfBrowser(language) ?? language;
}

function localeOfBrowser(language: string): string | undefined {
  const languageOf = (tag: string) => tag.split('-')[0];
  return navigator.languages.find((tag) => languageOf(tag) === languageOf(language));
}

/** Undefined while it loads. */
export function useGuestCountry(companyId: number, tenantId: number | null): CountryCode | undefined {
  const host = useHostInviter();
  const ofStaff = useCountry(companyId, tenantId, host === null);
  return host ? host.country : ofStaff;
}
