import { useQuery } from '@tanstack/react-query';
import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { getTenantSettings } from '@vestibule/contract/building/settings.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useSettingsInForce } from './use-settings.ts';

/**
 * The country whose phone numbers need no country code: that of the tenant visited, and until one is chosen the company's.
 * Undefined until it is known.
 */
export function useCountry(companyId: number, tenantId: number | null): CountryCode | undefined {
  const { user } = useSignedIn();
  const inForce = useSettingsInForce(tenantId ?? user.tenantId);
  const ofCompany = useQuery({
    ...queryOf(getTenantSettings, { query: { companyId: `${companyId}` } }),
    // Somebody of a tenant sees the settings of their own tenant alone.
    enabled: user.tenantId === null,
    staleTime: 60_000,
  });
  return (inForce ?? ofCompany.data)?.countryCode;
}
