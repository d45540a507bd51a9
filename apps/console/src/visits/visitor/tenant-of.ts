import type { Visitor } from '@vestibule/contract/visits/visitor.ts';

/** Where the visitor is, or who expects them. */
export function tenantOf({ currentVisitRecord, preregisteredTenant }: Visitor) {
  return currentVisitRecord?.tenant ?? preregisteredTenant;
}
