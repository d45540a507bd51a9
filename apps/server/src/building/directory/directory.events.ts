import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  tenantId: number;
  employeeIds: readonly number[];
}

/** A directory no longer lists these employees, and may list them again later. Their rows and visits still exist. */
export const membersLeave = domainEvent<EmployeesOfTenant>('membersLeave');

/** Employees were added from a directory. Those that it listed before have the ids that they had. */
export const membersJoin = domainEvent<EmployeesOfTenant>('membersJoin');
