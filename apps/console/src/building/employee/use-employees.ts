import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type EmployeeEdit,
  type EmployeeFields,
  createEmployee,
  deleteEmployee,
  importEmployees,
  updateEmployee,
} from '@vestibule/contract/building/employee-edit.ts';
import { type Employee, listEmployees } from '@vestibule/contract/building/employee.ts';
import { getTenant, listTenants } from '@vestibule/contract/building/tenant.ts';
import { CallFailed, type FileOptions, call } from '@vestibule/web/call.ts';
import { keyOf, pagesOf, polledPageOf, reloading } from '@vestibule/web/query.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { PageQuery } from '../../ui/list/use-list-state.ts';
import { useChoice } from '../../ui/form/use-choice.ts';

export function useEmployees(tenantId: number, query: PageQuery) {
  return useQuery(polledPageOf(listEmployees, { params: { tenantId }, query }));
}

/** Returns none without a tenant. */

function useEmployeeChoice(tenantId: number | null, search: string) {
  const query = { limit: 50, ...(search && { search }) };
  return useInfiniteQuery({
    ...pagesOf(listEmployees, { params: { tenantId: tenantId ?? 0 }, query }),
    enabled: tenantId !== null,
  });
}

/** Props of a `SelectField` with the employees of a tenant. `preset` shows before its page is loaded. */
export function useEmployeeOptions(
  tenantId: number | null,
  preset: { id: number; name: string } | null,
  onChosen?: (employeeId: number | null) => void,
) {
  const choice = useChoice(preset);
  return choice.from(useEmployeeChoice(tenantId, choice.search), onChosen);
}

interface NewEmployee {
  tenantId: number;
  fields: EmployeeFields;
  idempotencyKey: string;
}

export function useCreateEmployee() {
  const reload = useReloadEmployees();
  return useMutation({
    mutationFn: ({ tenantId, fields, idempotencyKey }: NewEmployee) =>
      call(createEmployee, { params: { tenantId }, body: fields }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useUpdateEmployee() {
  const reload = useReloadEmployees();
  return useMutation({
    mutationFn: ({ employee, fields }: { employee: Employee; fields: EmployeeEdit }) =>
      call(updateEmployee, { params: { employeeId: employee.id }, body: fields }),
    ...reloading(reload),
  });
}

export function useDeleteEmployee() {
  const reload = useReloadEmployees();
  return useMutation({
    mutationFn: (employee: Employee) => call(deleteEmployee, { params: { employeeId: employee.id } }),
    ...reloading(reload),
  });
}

interface EmployeeFile {
  tenantId: number;
  file: File;
  preview: boolean;
}

export function useImportEmployees() {
  const reload = useReloadEmployees();
  return useMutation({
    mutationFn: ({ tenantId, file, preview, ...options }: EmployeeFile & FileOptions) =>
      call(importEmployees, { params: { tenantId }, query: { preview: `${preview}` }, file }, options),
    ...reloading(reload),
  });
}

/** A change of an employee also changes the counts of the tenant and the results of searches. */
function useReloadEmployees() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keyOf(listEmployees) }),
      client.invalidateQueries({ queryKey: keyOf(listTenants) }),
      client.invalidateQueries({ queryKey: keyOf(getTenant) }),
    ]);
}

export const employeeDialogs = {
  Add: lazyDialog(async () => (await import('./dialogs.tsx')).AddEmployeeDialog),
  Delete: lazyDialog(async () => (await import('./dialogs.tsx')).DeleteEmployeeDialog),
  Edit: lazyDialog(async () => (await import('./dialogs.tsx')).EditEmployeeDialog),
  Import: lazyDialog(async () => (await import('./dialogs.tsx')).ImportEmployeesDialog),
};

/** Returns other errors unchanged. */
export function toFieldErrors(error: unknown): unknown {
  if (!(error instanceof CallFailed) || error.problem?.reason !== 'AlreadyInUseForOtherEmployee') return error;
  const { reason, reasons = [] } = error.problem;
  const fields = Object.fromEntries(reasons.map((field) => [field, reason]));
  return new CallFailed(error.status, { ...error.problem, fields });
}
