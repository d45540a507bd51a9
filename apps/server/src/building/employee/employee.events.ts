import { domainEvent } from '../../platform/events/domain-event.ts';

interface EmployeesOfTenant {
  companyId: number;
  tenantId: number;
  employeeIds: readonly number[];
}

export const employeesChanged = domainEvent<EmployeesOfTenant>('employeesChanged');

export const employeesLeave = domainEvent<EmployeesOfTenant>('employeesLeave');

/** Published before the tenant is locked, because visitors precede it in the order of locks. */
export const employeesMayLeave = domainEvent<Omit<EmployeesOfTenant, 'employeeIds'>>('employeesMayLeave');
