import { z } from 'zod';
import { Conflict } from './conflict.ts';
import { endpoint } from './endpoint.ts';
import { csvFile } from './file.ts';
import { Image } from './image.ts';
import { Email, Id, IdParam, ListQuery, line, requiredLine, unchanged, YesOrNo } from './values.ts';

/** Somebody who works at a tenant and can be visited. `idFromService` is set on one that a directory brought. */
export const Employee = z.object({
  id: Id,
  tenantId: Id,
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  photoId: Id.nullable(),
  photo: Image.nullable(),
  idFromService: z.string().nullable(),
});
export type Employee = z.output<typeof Employee>;

const blankToNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);

/** What is typed in about an employee: a name, and an e-mail address or a phone. Blank ones are dropped. */
export const EmployeeFields = z
  .strictObject({
    name: requiredLine('nameRequired', 120),
    email: z.preprocess(blankToNull, Email.nullish()),
    phone: z.preprocess(blankToNull, line(32).nullish()),
    ...unchanged(['id', 'tenantId', 'photoId', 'photo', 'idFromService']),
  })
  .superRefine(({ email, phone }, context) => {
    if (email || phone) return;
    context.addIssue({ code: 'custom', path: ['email'], message: 'emailOrPhoneRequired' });
    context.addIssue({ code: 'custom', path: ['phone'], message: 'emailOrPhoneRequired' });
  });
export type EmployeeFields = z.output<typeof EmployeeFields>;

export const listEmployees = endpoint({
  method: 'GET',
  path: '/employee/tenant/:tenantId',
  access: 'tenant.read',
  params: z.object({ tenantId: IdParam }),
  query: ListQuery,
  reply: z.array(Employee),
  paged: true,
});

export const createEmployee = endpoint({
  method: 'POST',
  path: '/employee/tenant/:tenantId/manual',
  access: 'employee.manage',
  params: z.object({ tenantId: IdParam }),
  body: EmployeeFields,
  reply: Employee,
  status: 201,
  refusals: ['invalidPhone', 'AlreadyInUseForOtherEmployee'],
});

/**
 * Adds the employees of a CSV file, Name;Email;Phone: every row that could be added by hand, and the others are the conflicts. A
 * preview answers the same and saves nothing; the ids that it answers are nobody's.
 */
export const importEmployees = endpoint({
  method: 'POST',
  path: '/employee/tenant/:tenantId/manual/import',
  access: 'employee.manage',
  params: z.object({ tenantId: IdParam }),
  query: z.strictObject({ preview: YesOrNo.optional() }),
  file: csvFile,
  reply: z.object({ employees: z.array(Employee), conflicts: z.array(Conflict) }),
  once: true,
  refusals: ['wrongMimetype', 'fileSizeExceeded', 'csvColumns'],
});

export const updateEmployee = endpoint({
  method: 'PUT',
  path: '/employee/:employeeId/manual',
  access: 'employee.manage',
  params: z.object({ employeeId: IdParam }),
  body: EmployeeFields,
  reply: Employee,
  refusals: ['invalidPhone', 'AlreadyInUseForOtherEmployee', 'employeeIsSynchronised'],
});

export const deleteEmployee = endpoint({
  method: 'DELETE',
  path: '/employee/:employeeId/manual',
  access: 'employee.manage',
  params: z.object({ employeeId: IdParam }),
  reply: z.null(),
  refusals: ['currentVisitRecords', 'employeeIsSynchronised'],
});
