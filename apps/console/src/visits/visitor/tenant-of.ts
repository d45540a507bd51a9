import type { Visitor } from '@vestibule/contract/visits/visitor.ts';

/** The tenant where the visitor is, or is expected. */
export function tenantOf({ currentVisitRecord, preregisteredTenant }: Visitor) {
  return currentVisitRecord?.tenant ?? preregisteredTenant;
}
