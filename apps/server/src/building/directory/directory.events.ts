import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  companyId: number;
  tenantId: number;
  employeeIds: readonly number[];
}

export const membersLeave = domainEvent<EmployeesOfTenant>('membersLeave');

export const membersJoin = domainEvent<EmployeesOfTenant>('membersJoin');
