import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { fold } from '@vestibule/web/fold.ts';

type Employee = DeviceTenant['employees'][number];

export interface Host {
  tenant: DeviceTenant;
  employee: Employee;
}

const searchMinimum = 3;
/** Another letter finds more. */
const most = 40;

/** Tenants and people that match. Below three letters all tenants and no people. */
export function findHosts(
  tenants: readonly DeviceTenant[],
  search: string,
): { tenants: DeviceTenant[]; hosts: Host[] } {
  const words = fold(search.trim());
  if (words.length < searchMinimum) return { tenants: [...tenants], hosts: [] };
  const hosts = tenants.flatMap((tenant) => tenant.employees.map((employee) => ({ tenant, employee })));
  return {
    tenants: tenants.filter(({ name }) => fold(name).includes(words)),
    hosts: hosts.filter(({ employee }) => fold(employee.name).includes(words)).slice(0, most),
  };
}

/** People of a tenant that match. Below three letters all of them, because a missing colleague looks like one who left. */
export function findEmployees({ employees }: DeviceTenant, search: string): Employee[] {
  const words = fold(search.trim());
  return words.length < searchMinimum ? employees : employees.filter(({ name }) => fold(name).includes(words));
}
