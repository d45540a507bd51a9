import { z } from 'zod';
import { Conflict } from '../platform/conflict.ts';
import { Employee } from './employee.ts';
import { endpoint } from '../platform/endpoint.ts';
import { csvFile } from '../platform/file.ts';
import type { FieldKey } from '../platform/refusal.ts';
import { Email, Id, IdParam, line, mayBePhone, requiredLine, unchanged, YesOrNo } from '../platform/values.ts';

const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

const typed = {
  name: requiredLine('nameRequired', 120),
  email: z.preprocess(blankToNull, z.union([z.literal(''), Email]).nullish()),
  phone: z.preprocess(
    blankToNull,
    line(32)
      .refine(mayBePhone, 'invalidPhone' satisfies FieldKey)
      .nullish(),
  ),
};

/** A name with an e-mail address or a phone. Blank ones are dropped. */
export const EmployeeFields = z
  .strictObject(typed)
  .refine(isReachable, unreachable('email'))
  .refine(isReachable, unreachable('phone'));
export type EmployeeFields = z.output<typeof EmployeeFields>;

export const EmployeeTyped = Employee.pick({ name: true, email: true, phone: true }).strict();
export type EmployeeTyped = z.output<typeof EmployeeTyped>;

/** The same as an edit. `previous` is the state at its start. */
export const EmployeeEdit = z
  .strictObject({
    ...typed,
    ...unchanged(['id', 'tenantId', 'photoId', 'photo', 'idFromService']),
    previous: EmployeeTyped.optional(),
  })
  .refine(isReachable, unreachable('email'))
  .refine(isReachable, unreachable('phone'));
export type EmployeeEdit = z.output<typeof EmployeeEdit>;

function isReachable({ email, phone }: { email?: unknown; phone?: unknown }): boolean {
  return Boolean(email) || Boolean(phone);
}

function unreachable(property: 'email' | 'phone') {
  return {
    path: [property],
    message: 'emailOrPhoneRequired' satisfies FieldKey,
    when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
  };
}

export const createEmployee = endpoint({
  method: 'POST',
  path: '/employee/tenant/:tenantId/manual',
  summary: 'Create an employee',
  access: 'employee.manage',
  params: z.object({ tenantId: IdParam }),
  body: EmployeeFields,
  reply: Employee,
  status: 201,
  refusals: ['invalidPhone', 'AlreadyInUseForOtherEmployee'],
});

/** Columns Name;Email;Phone. Rows that could not be added by hand are conflicts. A preview saves nothing; its ids belong to no row. */
export const importEmployees = endpoint({
  method: 'POST',
  path: '/employee/tenant/:tenantId/manual/import',
  summary: 'Import employees from CSV',
  access: 'employee.manage',
  params: z.object({ tenantId: IdParam }),
  query: z.strictObject({ preview: YesOrNo.optional() }),
  file: csvFile,
  reply: z.object({ employees: z.array(Employee), conflicts: z.array(Conflict) }),
  once: true,
  refusals: ['csvColumns'],
});

export const updateEmployee = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/manual',
  summary: 'Change an employee',
  access: 'employee.manage',
  params: z.object({ employeeId: IdParam }),
  body: EmployeeEdit,
  reply: Employee,
  refusals: ['invalidPhone', 'AlreadyInUseForOtherEmployee', 'employeeIsSynchronised', 'changedMeanwhile'],
});

export const deleteEmployee = endpoint({
  method: 'DELETE',
  path: '/employee/:employeeId/manual',
  summary: 'Delete an employee',
  access: 'employee.manage',
  params: z.object({ employeeId: IdParam }),
  reply: z.null(),
  refusals: ['currentVisitRecords', 'employeeIsSynchronised'],
});

/** Takes an image of the tenant or company, also for synchronized employees. */
export const setEmployeePhoto = endpoint({
  method: 'PATCH',
  path: '/employee/:employeeId/logo',
  summary: 'Change the photo of an employee',
  access: 'employee.manage',
  params: z.object({ employeeId: IdParam }),
  body: z.strictObject({ photoId: Id.nullable(), previous: Id.nullable().optional() }),
  reply: Employee,
  refusals: ['changedMeanwhile'],
});
