import { useQuery } from '@tanstack/react-query';
import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { getTenantSettings } from '@vestibule/contract/building/settings.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useSettingsInForce } from './use-settings.ts';

/** Reads the company's country until a tenant is chosen. Undefined while it loads. */
export function useCountry(companyId: number, tenantId: number | null): CountryCode | undefined {
  const { user } = useSignedIn();
  const inForce = useSettingsInForce(tenantId ?? user.tenantId);
  const ofCompany = useQuery({
    ...queryOf(getTenantSettings, { query: { companyId: `${companyId}` } }),
    // A tenant user may read the settings of their tenant only.
    enabled: user.tenantId === null,
    staleTime: 60_000,
  });
  return (inForce ?? ofCompany.data)?.countryCode;
}
