import { listEmployees } from '@vestibule/contract/building/employee.ts';
import {
  createEmployee,
  deleteEmployee,
  importEmployees,
  updateEmployee,
  setEmployeePhoto,
} from '@vestibule/contract/building/employee-edit.ts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { importInTurn } from '../../platform/csv/turn.ts';
import { addEmployees } from './employee-import.ts';
import { changeEmployeePhoto } from './employee.photo.ts';
import { addEmployee, changeEmployee, readEmployees, removeEmployee } from './employee.ts';

export function employeeRoutes(app: FastifyInstance): void {
  route(app, listEmployees, ({ db, actor, params, query }) => readEmployees(db, actor, params.tenantId, query));
  route(app, createEmployee, ({ db, actor, params, body }) => addEmployee(db, actor, params.tenantId, body));
  route(app, importEmployees, ({ actor, params, query, file, once }) =>
    importInTurn(() =>
      once((db) => addEmployees(db, actor, params.tenantId, { file: file.bytes, isPreview: query.preview ?? false })),
    ),
  );
  route(app, updateEmployee, ({ db, actor, params, body }) => changeEmployee(db, actor, params.employeeId, body));
  route(app, deleteEmployee, ({ db, actor, params }) => removeEmployee(db, actor, params.employeeId));
  route(app, setEmployeePhoto, ({ db, actor, params, body }) =>
    changeEmployeePhoto(db, actor, params.employeeId, body),
  );
}
