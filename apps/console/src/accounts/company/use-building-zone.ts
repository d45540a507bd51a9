import { useQuery } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useState } from 'react';

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

interface BuildingZone {
  /** Undefined while it loads. */
  zone: string | undefined;
  /** The zone of the browser, if its clock differs from the building's. */
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
  const differs = zone !== undefined && clockIn(zone, now) !== clockIn(browserZone, now);
  return { zone, otherZone: differs ? browserZone : null, today: clockIn(zone ?? browserZone, now).slice(0, 10) };
}

/** Such as `2026-11-25 16:40`. */
function clockIn(timeZone: string, moment: Date): string {
  const parts = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(moment);
}
