import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { expect, test } from 'vitest';
import { findEmployees, findHosts } from './find-hosts.ts';

const employees = Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `Åse ${index}`, photo: null }));
const tenant: DeviceTenant = {
  id: 1,
  name: 'Aurora Shipping',
  logo: null,
  enableGdpr: false,
  enablePrintBadgeOption: false,
  enablePrintParkingBadgeOption: false,
  canReceiveDeliveries: true,
  employees: [...employees, { id: 501, name: 'Łukasz Żak', photo: null }],
};

test('all employees of a tenant can be chosen without typing', () => {
  expect(findEmployees(tenant, '')).toHaveLength(501);
  expect(findEmployees(tenant, 'ase')).toHaveLength(500);
  expect(findEmployees(tenant, 'lukasz z').map(({ id }) => id)).toEqual([501]);
});

test('a search of the whole house shows a limited number of results', () => {
  expect(findHosts([tenant], 'as').hosts).toEqual([]);
  expect(findHosts([tenant], 'ase').hosts).toHaveLength(40);
  expect(findHosts([tenant, { ...tenant, name: 'Bryggen' }], ' AURORA ')).toEqual({ tenants: [tenant], hosts: [] });
});
