import { useQuery } from '@tanstack/react-query';
import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { getTenantSettings } from '@vestibule/contract/building/settings.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSession } from '@vestibule/web/session.ts';
import { useSettingsInForce } from './use-settings.ts';

/** Reads the company's country until a tenant is chosen. Undefined while it loads. Without `isOn` it reads nothing. */
export function useCountry(companyId: number, tenantId: number | null, isOn = true): CountryCode | undefined {
  const { data: session } = useSession();
  const inForce = useSettingsInForce(isOn ? (tenantId ?? session?.user.tenantId ?? null) : null);
  const ofCompany = useQuery({
    ...queryOf(getTenantSettings, { query: { companyId: `${companyId}` } }),
    // A tenant user may read the settings of their tenant only.
    enabled: isOn && session?.user.tenantId === null,
    staleTime: 60_000,
  });
  return (inForce ?? ofCompany.data)?.countryCode;
}
