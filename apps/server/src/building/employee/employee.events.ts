import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  tenantId: number;
  employeeIds: readonly number[];
}

/** Name, e-mail or phone changed. */
export const employeesChanged = domainEvent<EmployeesOfTenant & { companyId: number }>('employeesChanged');

/** Employees are about to be deleted. Their rows still exist. */
export const employeesLeave = domainEvent<EmployeesOfTenant>('employeesLeave');
