import {
  Activity,
  Building,
  Building2,
  Calendar,
  ClipboardCheck,
  Handshake,
  History,
  KeyRound,
  MessageSquare,
  ScrollText,
  Settings,
  Tablet,
  TabletSmartphone,
  UserRoundCog,
  UsersRound,
} from '@vestibule/ui/icons.tsx';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import type { UsersScreen } from './accounts/user/UsersScreen.tsx';
import type { Screen } from './screen.ts';
import { VisitorsScreen } from './visits/visitor/VisitorsScreen.tsx';

/** The list of visitors is in the first load, because most users open nothing else. */
export const screens: readonly Screen[] = [
  {
    path: '/admin/companies',
    link: 'companies',
    icon: Building2,
    sidebar: 'system',
    action: 'company.listAll',
    load: async () => (await import('./accounts/company/AllCompaniesScreen.tsx')).AllCompaniesScreen,
  },
  {
    path: '/admin/partners',
    link: 'partners',
    icon: Handshake,
    sidebar: 'system',
    action: 'partner.administer',
    load: async () => (await import('./accounts/partner/PartnersScreen.tsx')).PartnersScreen,
  },
  {
    path: '/admin/users',
    link: 'users',
    icon: UserRoundCog,
    sidebar: 'system',
    action: 'user.manage',
    roles: ['superAdmin'],
    load: () => withUsers((UsersScreen) => () => <UsersScreen scope={{}} />),
  },
  {
    path: '/licenses',
    link: 'licenses',
    icon: KeyRound,
    sidebar: 'system',
    action: 'license.manage',
    load: async () => (await import('./kiosks/license/LicensesScreen.tsx')).LicensesScreen,
  },
  {
    path: '/admin/messages',
    link: 'messages',
    icon: MessageSquare,
    sidebar: 'system',
    action: 'message.read',
    roles: ['superAdmin'],
    load: async () => (await import('./visits/message/MessagesScreen.tsx')).MessagesScreen,
  },
  {
    path: '/admin/audit',
    link: 'audit',
    icon: ScrollText,
    sidebar: 'system',
    action: 'audit.read',
    roles: ['superAdmin'],
    load: async () => (await import('./operation/audit/AuditScreen.tsx')).AuditScreen,
  },
  {
    path: '/admin/status',
    link: 'status',
    icon: Activity,
    sidebar: 'system',
    action: 'system.watch',
    load: async () => (await import('./operation/status/StatusScreen.tsx')).StatusScreen,
  },
  {
    path: '/partner/:partnerId/companies',
    link: 'companies',
    icon: Building2,
    sidebar: 'partner',
    action: 'partner.companies',
    load: async () => ofPartner((await import('./accounts/company/PartnerCompaniesScreen.tsx')).PartnerCompaniesScreen),
  },
  {
    path: '/partner/:partnerId/users',
    link: 'users',
    icon: UserRoundCog,
    sidebar: 'partner',
    action: 'user.manage',
    roles: ['superAdmin', 'partner'],
    load: () => withUsers((UsersScreen) => ofPartner(({ partnerId }) => <UsersScreen scope={{ partnerId }} />)),
  },
  {
    path: '/company/:companyId/visitors',
    link: 'visitors',
    icon: UsersRound,
    sidebar: 'company',
    action: 'visitor.list',
    load: async () => ofCompany(VisitorsScreen),
    isFirst: true,
  },
  {
    path: '/company/:companyId/invitations',
    link: 'invitations',
    icon: Calendar,
    sidebar: 'company',
    action: 'invitation.manage',
    roles: ['superAdmin', 'partner', 'company', 'reception'],
    load: async () => ofCompany((await import('./visits/invitation/InvitationsScreen.tsx')).InvitationsScreen),
  },
  {
    path: '/company/:companyId/evacuation',
    link: 'evacuation',
    icon: ClipboardCheck,
    sidebar: 'company',
    action: 'visitor.printCurrent',
    load: async () => ofCompany((await import('./visits/evacuation/EvacuationScreen.tsx')).EvacuationScreen),
  },
  {
    path: '/company/:companyId/history',
    link: 'history',
    icon: History,
    sidebar: 'company',
    action: 'visit.history',
    roles: ['superAdmin', 'partner', 'company', 'reception'],
    load: async () => ofCompany((await import('./visits/history/HistoryScreen.tsx')).HistoryScreen),
  },
  {
    path: '/company/:companyId/messages',
    link: 'messages',
    icon: MessageSquare,
    sidebar: 'company',
    action: 'message.read',
    load: async () => ofCompany((await import('./visits/message/MessagesScreen.tsx')).MessagesScreen),
  },
  {
    path: '/company/:companyId/tenants',
    link: 'tenants',
    icon: Building2,
    sidebar: 'company',
    action: 'tenant.list',
    load: async () => ofCompany((await import('./building/tenant/TenantsScreen.tsx')).TenantsScreen),
  },
  {
    path: '/company/:companyId/kiosks',
    link: 'kiosks',
    icon: Tablet,
    sidebar: 'company',
    action: 'kiosk.manage',
    load: async () => ofCompany((await import('./kiosks/kiosk/KiosksScreen.tsx')).KiosksScreen),
  },
  {
    path: '/company/:companyId/kiosk_settings',
    link: 'kioskSettings',
    icon: TabletSmartphone,
    sidebar: 'company',
    action: 'kiosk.manage',
    load: async () => ofCompany((await import('./kiosks/kiosk-settings/KioskSettingsScreen.tsx')).KioskSettingsScreen),
  },
  {
    path: '/company/:companyId/users',
    link: 'users',
    icon: UserRoundCog,
    sidebar: 'company',
    action: 'user.manage',
    roles: ['superAdmin', 'partner', 'company'],
    load: () => withUsers((UsersScreen) => ofCompany(({ companyId }) => <UsersScreen scope={{ companyId }} />)),
  },
  {
    path: '/company/:companyId/partners',
    link: 'partners',
    icon: Handshake,
    sidebar: 'company',
    action: 'partner.attach',
    load: async () => ofCompany((await import('./accounts/partner/CompanyPartnersScreen.tsx')).CompanyPartnersScreen),
  },
  {
    path: '/company/:companyId/settings',
    link: 'settings',
    icon: Settings,
    sidebar: 'company',
    action: 'tenantSettings.change',
    roles: ['superAdmin', 'partner', 'company'],
    load: async () => ofCompany((await import('./building/settings/CompanySettingsScreen.tsx')).CompanySettingsScreen),
  },
  {
    path: '/company/:companyId/audit',
    link: 'audit',
    icon: ScrollText,
    sidebar: 'company',
    action: 'audit.read',
    load: async () => ofCompany((await import('./operation/audit/AuditScreen.tsx')).AuditScreen),
  },
  {
    path: '/tenants/:tenantId/visitors',
    link: 'visitors',
    icon: UsersRound,
    sidebar: 'tenant',
    action: 'visitor.listOfTenant',
    load: async () => ofTenant((await import('./visits/visitor/TenantVisitorsScreen.tsx')).TenantVisitorsScreen),
  },
  {
    path: '/tenants/:tenantId/invitations',
    link: 'invitations',
    icon: Calendar,
    sidebar: 'tenant',
    action: 'invitation.manage',
    load: async () =>
      ofTenant((await import('./visits/invitation/TenantInvitationsScreen.tsx')).TenantInvitationsScreen),
  },
  {
    path: '/tenants/:tenantId/history',
    link: 'history',
    icon: History,
    sidebar: 'tenant',
    action: 'visit.history',
    roles: ['tenant'],
    load: async () => ofTenant((await import('./visits/history/TenantHistoryScreen.tsx')).TenantHistoryScreen),
  },
  {
    path: '/tenants/:tenantId',
    link: 'tenant',
    icon: Building,
    sidebar: 'tenant',
    action: 'tenant.read',
    load: async () => ofTenant((await import('./building/tenant/TenantScreen.tsx')).TenantScreen),
  },
  {
    path: '/tenants/:tenantId/users',
    link: 'users',
    icon: UserRoundCog,
    sidebar: 'tenant',
    action: 'user.manage',
    load: usersOfTenant,
  },
  {
    path: '/tenants/:tenantId/settings',
    link: 'settings',
    icon: Settings,
    action: 'tenantSettings.change',
    load: settingsOfTenant,
  },
];

/** The key resets the screen when the company changes. */
function ofCompany(Screen: ComponentType<{ companyId: number }>): ComponentType {
  return function OfCompany() {
    const { companyId } = useParams();
    return <Screen key={companyId} companyId={Number(companyId)} />;
  };
}

function ofPartner(Screen: ComponentType<{ partnerId: number }>): ComponentType {
  return function OfPartner() {
    const { partnerId } = useParams();
    return <Screen key={partnerId} partnerId={Number(partnerId)} />;
  };
}

function ofTenant(Screen: ComponentType<{ tenantId: number }>): ComponentType {
  return function OfTenant() {
    const { tenantId } = useParams();
    return <Screen key={tenantId} tenantId={Number(tenantId)} />;
  };
}

async function usersOfTenant(): Promise<ComponentType> {
  const { PathToOtherTenant } = await import('./building/tenant/PathToTenant.tsx');
  return withUsers((UsersScreen) =>
    ofTenant(({ tenantId }) => <UsersScreen scope={{ tenantId }} path={<PathToOtherTenant tenantId={tenantId} />} />),
  );
}

async function settingsOfTenant(): Promise<ComponentType> {
  const { TenantSettingsScreen } = await import('./building/settings/TenantSettingsScreen.tsx');
  const { PathToTenant } = await import('./building/tenant/PathToTenant.tsx');
  return ofTenant(({ tenantId }) => (
    <TenantSettingsScreen tenantId={tenantId} path={<PathToTenant tenantId={tenantId} />} />
  ));
}

async function withUsers(make: (list: typeof UsersScreen) => ComponentType): Promise<ComponentType> {
  return make((await import('./accounts/user/UsersScreen.tsx')).UsersScreen);
}
