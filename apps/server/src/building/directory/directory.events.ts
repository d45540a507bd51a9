import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  tenantId: number;
  employeeIds: readonly number[];
}

/** A directory no longer lists these employees. Their rows and visits still exist. */
export const membersLeave = domainEvent<EmployeesOfTenant>('membersLeave');

/** A directory added employees. Returning ones have their former ids. */
export const membersJoin = domainEvent<EmployeesOfTenant>('membersJoin');
