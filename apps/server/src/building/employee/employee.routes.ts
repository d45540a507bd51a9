import * as destination from '@vestibule/contract/building/destination.ts';
import * as employee from '@vestibule/contract/building/employee.ts';
import * as employeeEdit from '@vestibule/contract/building/employee-edit.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import { importInTurn } from '../../platform/csv/import.ts';
import { readDestinations } from './destination.ts';
import { addEmployees } from './employee-import.ts';
import { addEmployee, changeEmployee, changeEmployeePhoto, readEmployees, removeEmployee } from './employee.ts';

export function employeeRoutes(app: FastifyInstance): void {
  serve(app, employee, {
    listEmployees: ({ db, actor, params, query }) => readEmployees(db, actor, params.tenantId, query),
  });

  serve(app, destination, {
    listDestinations: ({ db, actor, params, query }) => readDestinations(db, actor, params.companyId, query),
  });

  serve(app, employeeEdit, {
    createEmployee: ({ db, actor, params, body }) => addEmployee(db, actor, params.tenantId, body),
    importEmployees: ({ actor, params, query, file, once }) =>
      importInTurn(() =>
        once((db) => addEmployees(db, actor, params.tenantId, { file: file.bytes, isPreview: query.preview ?? false })),
      ),
    updateEmployee: ({ db, actor, params, body }) => changeEmployee(db, actor, params.employeeId, body),
    deleteEmployee: ({ db, actor, params }) => removeEmployee(db, actor, params.employeeId),
    setEmployeePhoto: ({ db, actor, params, body }) => changeEmployeePhoto(db, actor, params.employeeId, body),
  });
}
