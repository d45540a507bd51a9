import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { CompanyPreferences, setCompanyPreferences } from '@vestibule/contract/accounts/company-edit.ts';
import {
  changeTenantSettings,
  getSettingsOfTenant,
  getTenantSettings,
  type TenantSettings,
  type TenantSettingsValues,
} from '@vestibule/contract/building/settings.ts';
import { getTenant, listTenants } from '@vestibule/contract/building/tenant.ts';
import { call, type CallInput } from '@vestibule/web/call.ts';
import { keyOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useFreshQuery } from '../../ui/form/use-fresh-query.ts';

/** How often an open form polls, in ms. */
const pollMs = 10_000;

/** Kept current for an open form. Null loads nothing. */
export function useSettingsInForce(tenantId: number | null): TenantSettings | undefined {
  const { data } = useQuery({
    ...queryOf(getSettingsOfTenant, { params: { tenantId: tenantId ?? 0 } }),
    enabled: tenantId !== null,
    refetchInterval: pollMs,
  });
  return tenantId === null ? undefined : data;
}

export type SettingsOf = { companyId: number; tenantId?: never } | { tenantId: number; companyId?: never };

export function useSettingsToEdit(of: SettingsOf) {
  const { companyId, tenantId } = of;
  const settings = useQuery({
    ...queryOf(getTenantSettings, {
      query: companyId === undefined ? { tenantId: `${tenantId}` } : { companyId: `${companyId}` },
    }),
    staleTime: 0,
  });
  return useFreshQuery(settings);
}

export function useCompanyToEdit(companyId: number | undefined) {
  const company = useQuery({
    ...queryOf(getCompany, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== undefined,
    staleTime: 0,
  });
  return useFreshQuery(company);
}

interface SettingsChange {
  before: TenantSettings;
  values: TenantSettingsValues;
}

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ before, values }: SettingsChange) =>
      call(changeTenantSettings, { params: { settingsId: before.id }, body: { ...values, previous: before } }),
    ...reloading(() => reloadWhatFollows(client)),
  });
}

type Preferences = CallInput<typeof setCompanyPreferences>['body'];

export function useSetPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, preferences }: { companyId: number; preferences: Preferences }) =>
      call(setCompanyPreferences, { params: { companyId }, body: preferences }),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(getCompany) })),
  });
}

export function useReadPreferences() {
  const client = useQueryClient();
  return async (companyId: number) =>
    CompanyPreferences.parse(await client.query({ ...queryOf(getCompany, { params: { companyId } }), staleTime: 0 }));
}

/** Tenants carry the badge options of the settings in force. */
function reloadWhatFollows(client: QueryClient) {
  return Promise.all(
    [getTenantSettings, getSettingsOfTenant, listTenants, getTenant].map((read) =>
      client.invalidateQueries({ queryKey: keyOf(read) }),
    ),
  );
}
