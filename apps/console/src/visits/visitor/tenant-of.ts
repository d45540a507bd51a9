import type { Visitor } from '@vestibule/contract/visits/visitor.ts';

export function tenantOf({ currentVisitRecord, preregisteredTenant }: Visitor) {
  return currentVisitRecord?.tenant ?? preregisteredTenant;
}
