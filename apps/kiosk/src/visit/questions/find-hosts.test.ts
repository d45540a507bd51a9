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
  employees: [...employees, { id: 501, name: 'Łukasz Żak', photo: null }],
};

test('everybody at a tenant can be chosen, however many they are, also without typing', () => {
  expect(findEmployees(tenant, '')).toHaveLength(501);
  expect(findEmployees(tenant, 'ase')).toHaveLength(500);
  expect(findEmployees(tenant, 'lukasz z').map(({ id }) => id)).toEqual([501]);
});

test('a search in the whole house shows no more than somebody reads', () => {
  expect(findHosts([tenant], 'as').hosts).toEqual([]);
  expect(findHosts([tenant], 'ase').hosts).toHaveLength(40);
  expect(findHosts([tenant, { ...tenant, name: 'Bryggen' }], ' AURORA ')).toEqual({ tenants: [tenant], hosts: [] });
});
