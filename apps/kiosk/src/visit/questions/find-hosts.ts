import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { fold } from '@vestibule/web/fold.ts';

type Employee = DeviceTenant['employees'][number];

/** Somebody to be visited, and where they work. */
export interface Host {
  tenant: DeviceTenant;
  employee: Employee;
}

const searchMinimum = 3;
/** More than anybody reads; another letter finds who is missing. */
const most = 40;

/** Tenants and people whose name has the words in it; with fewer than three letters all tenants, and nobody. */
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

/**
 * The people of a tenant whose name has the words in it; with fewer than three letters everybody, however many: who is not in a list
 * seems not to work there.
 */
export function findEmployees({ employees }: DeviceTenant, search: string): Employee[] {
  const words = fold(search.trim());
  return words.length < searchMinimum ? employees : employees.filter(({ name }) => fold(name).includes(words));
}
