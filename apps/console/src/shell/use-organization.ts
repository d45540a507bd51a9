import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { getPartner } from '@vestibule/contract/accounts/partner.ts';
import type { Session } from '@vestibule/contract/accounts/session.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { type Chosen, useChosen, useTenantOfAddress } from '../navigation.ts';

/** The name of the user's company, tenant or partner; the email of a superAdmin. */
export function displayName(session: Session): string {
  return ownOrganization(session)?.name ?? session.user.email;
}

interface Organization {
  chosen: Chosen;
  /** Undefined for the whole system and while it loads. */
  name: string | undefined;
  /** The organization does not exist, or the user may not see it. */
  isMissing: boolean;
}

export function useOrganization(session: Session): Organization {
  const chosen = useChosen(session.user);
  const { companyId, partnerId } = chosen;
  const tenant = useTenantOfAddress(session.user);
  const company = useQuery({
    ...queryOf(getCompany, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== null,
  });
  const partner = useQuery({
    ...queryOf(getPartner, { params: { partnerId: partnerId ?? 0 } }),
    enabled: partnerId !== null,
  });

  if (companyId === null && partnerId === null) {
    return { chosen, name: ownOrganization(session)?.name, isMissing: isGone(tenant.error) };
  }
  const { data, error } = companyId === null ? partner : company;
  return { chosen, name: data?.name, isMissing: isGone(error) || isGone(tenant.error) };
}

function isGone(error: unknown): boolean {
  return error instanceof CallFailed && error.status === 404;
}

function ownOrganization({ user, company, tenant, partner }: Session) {
  switch (user.role) {
    case 'superAdmin':
      return null;
    case 'partner':
      return partner;
    case 'tenant':
      return tenant ?? company;
    case 'company':
    case 'reception':
      return company;
  }
}
