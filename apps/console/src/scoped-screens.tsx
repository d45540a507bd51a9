import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { UsersScreen } from './accounts/user/UsersScreen.tsx';

/** The key resets the screen when the company changes. */
export function ofCompany(Screen: ComponentType<{ companyId: number }>): ComponentType {
  return function OfCompany() {
    const { companyId } = useParams();
    return <Screen key={companyId} companyId={Number(companyId)} />;
  };
}

export function ofPartner(Screen: ComponentType<{ partnerId: number }>): ComponentType {
  return function OfPartner() {
    const { partnerId } = useParams();
    return <Screen key={partnerId} partnerId={Number(partnerId)} />;
  };
}

export function ofTenant(Screen: ComponentType<{ tenantId: number }>): ComponentType {
  return function OfTenant() {
    const { tenantId } = useParams();
    return <Screen key={tenantId} tenantId={Number(tenantId)} />;
  };
}

export async function usersOfTenant(): Promise<ComponentType> {
  const { PathToOtherTenant } = await import('./building/tenant/PathToTenant.tsx');
  return withUsers((UsersScreen) =>
    ofTenant(({ tenantId }) => <UsersScreen scope={{ tenantId }} path={<PathToOtherTenant tenantId={tenantId} />} />),
  );
}

export async function settingsOfTenant(): Promise<ComponentType> {
  const { TenantSettingsScreen } = await import('./building/settings/TenantSettingsScreen.tsx');
  const { PathToTenant } = await import('./building/tenant/PathToTenant.tsx');
  return ofTenant(({ tenantId }) => (
    <TenantSettingsScreen tenantId={tenantId} path={<PathToTenant tenantId={tenantId} />} />
  ));
}

export async function loadMyVisitors(): Promise<ComponentType> {
  return (await import('./visits/host/MyVisitorsScreen.tsx')).MyVisitorsScreen;
}

export async function withUsers(make: (list: typeof UsersScreen) => ComponentType): Promise<ComponentType> {
  return make((await import('./accounts/user/UsersScreen.tsx')).UsersScreen);
}
