import { can } from '@vestibule/contract/platform/access.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { generatePath, matchPath, type Params, useLocation } from 'react-router';
import { useTenant } from './building/tenant/use-tenant.ts';
import { screens } from './routes.tsx';
import type { Screen } from './screen.ts';

type User = Session['user'];

/** The company or partner that a user from outside manages. Both are null elsewhere. */
export interface Chosen {
  companyId: number | null;
  partnerId: number | null;
}

/** The company of a tenant's screen is unknown until the tenant has loaded. */
export function useChosen(user: User): Chosen {
  const { pathname } = useLocation();
  const { data: tenant } = useTenantOfAddress(user);
  const companyId = matchPath('/company/:companyId/*', pathname)?.params.companyId ?? tenant?.companyId;
  const partnerId = matchPath('/partner/:partnerId/*', pathname)?.params.partnerId;
  if (companyId && (user.role === 'superAdmin' || user.role === 'partner')) {
    return { companyId: Number(companyId), partnerId: null };
  }
  if (partnerId && user.role === 'superAdmin') return { companyId: null, partnerId: Number(partnerId) };
  return { companyId: null, partnerId: null };
}

export function useTenantOfAddress(user: User) {
  const { pathname } = useLocation();
  const tenantId = matchPath('/tenants/:tenantId/*', pathname)?.params.tenantId;
  return useTenant(tenantId && user.tenantId === null ? Number(tenantId) : null);
}

/** The first screen after signing in, and the target of `/`. */
export function homeOf({ user, company }: Session): string {
  const companyId = user.companyId ?? company?.id;
  switch (user.role) {
    case 'superAdmin':
      return '/admin/companies';
    case 'partner':
      return `/partner/${user.partnerId}/companies`;
    case 'tenant':
      return `/tenants/${user.tenantId}`;
    case 'company':
    case 'reception':
      return `/company/${companyId}/visitors`;
  }
}

/** Whether the user may see the screen with the ids of its address. */
export function mayOpen({ user, company, isHost }: Session, screen: Screen, params: Params): boolean {
  if (screen.isOfHosts && !isHost) return false;
  if (!can(user, screen.action) || (screen.roles && !screen.roles.includes(user.role))) return false;
  const ownCompany = user.role === 'partner' ? null : (user.companyId ?? company?.id ?? null);
  return (
    isWithin(params.companyId, ownCompany) &&
    isWithin(params.partnerId, user.partnerId) &&
    isWithin(params.tenantId, user.tenantId)
  );
}

export function isOwnAddress(session: Session, address: string): boolean {
  const { pathname } = new URL(address, location.origin);
  return screens.some((screen) => {
    const match = matchPath(screen.path, pathname);
    return match !== null && mayOpen(session, screen, match.params);
  });
}

interface SidebarLink {
  to: string;
  screen: Screen;
}

export function linksOf(session: Session, chosen: Chosen): SidebarLink[] {
  const { user, company } = session;
  const params = {
    companyId: asParam(chosen.companyId ?? user.companyId ?? company?.id),
    partnerId: asParam(chosen.partnerId ?? user.partnerId),
    tenantId: asParam(user.tenantId),
  };
  return screens
    .filter((screen) => screen.sidebar === sidebarOf(user, chosen) && mayOpen(session, screen, params))
    .map((screen) => ({ to: generatePath(screen.path, params), screen }));
}

const linkGroups = [
  { group: 'reception', names: ['visitors', 'myVisitors', 'invitations', 'evacuation', 'history', 'messages'] },
  { group: 'building', names: ['tenant', 'tenants', 'kiosks', 'kioskSettings'] },
  { group: 'organization', names: ['companies', 'users', 'partners', 'settings', 'audit'] },
] as const;
const systemLinkGroups = [
  { group: 'organization', names: ['companies', 'partners', 'users', 'licenses'] },
  { group: 'system', names: ['messages', 'audit', 'status'] },
] as const;

/** Omits empty headings. */
export function linkGroupsOf(session: Session, chosen: Chosen) {
  const links = linksOf(session, chosen);
  const groups = sidebarOf(session.user, chosen) === 'system' ? systemLinkGroups : linkGroups;
  return groups
    .map(({ group, names }) => ({
      group,
      links: names.flatMap((name) => links.filter(({ screen }) => screen.link === name)),
    }))
    .filter(({ links }) => links.length > 0);
}

function sidebarOf(user: User, chosen: Chosen): Screen['sidebar'] {
  if (chosen.companyId !== null) return 'company';
  if (chosen.partnerId !== null) return 'partner';
  if (user.role === 'superAdmin') return 'system';
  return user.role === 'reception' ? 'company' : user.role;
}

function asParam(id: number | null | undefined): string | undefined {
  return id === null || id === undefined ? undefined : String(id);
}

/** Whether a parameter is an id, and the user's own if the user is bound to one. */
function isWithin(param: string | undefined, own: number | null): boolean {
  if (param === undefined) return true;
  return /^[1-9]\d{0,9}$/.test(param) && (own === null || Number(param) === own);
}
