import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { browserZone, isOtherZone } from '@vestibule/web/zone.ts';
import { useState } from 'react';

interface BuildingZone {
  /** Undefined while it loads. */
  zone: string | undefined;
  /** The zone of the browser, if the building has another. */
  otherZone: string | null;
  today: string;
}

/** Null: the system's zone, which is UTC. Users of a company or tenant have the zone in the session. */
export function useBuildingZone(companyId: number | null): BuildingZone {
  const { tenant, company } = useSignedIn();
  const { data } = useQuery({
    ...queryOf(getCompany, { params: { companyId: companyId ?? 0 } }),
    enabled: companyId !== null && tenant === null,
    staleTime: 60_000,
  });
  const zone =
    companyId === null ? 'UTC' : (tenant ?? data ?? (company?.id === companyId ? company : undefined))?.timeZone;
  const [now] = useState(() => new Date());
  const own = browserZone();
  return { zone, otherZone: zone !== undefined && isOtherZone(zone) ? own : null, today: dayIn(zone ?? own, now) };
}

/** Such as `2026-11-25`. */
function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}
