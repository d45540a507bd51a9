import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  tenantId: number;
  employeeIds: readonly number[];
}

export const employeesChanged = domainEvent<EmployeesOfTenant & { companyId: number }>('employeesChanged');

export const employeesLeave = domainEvent<EmployeesOfTenant>('employeesLeave');
