import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { expect, test } from 'vitest';
import { findEmployees, findHosts, groupLetters } from './find-hosts.ts';

const employees = Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `Åse ${index}`, photo: null }));
const tenant = tenantOf({
  name: 'Aurora Shipping',
  employees: [...employees, { id: 501, name: 'Łukasz Żak', photo: null }],
});

test('lists all employees of a tenant before a search', () => {
  expect(findEmployees(tenant, '')).toHaveLength(501);
  expect(findEmployees(tenant, 'ase')).toHaveLength(500);
  expect(findEmployees(tenant, 'lukasz z').map(({ id }) => id)).toEqual([501]);
});

test('a search of the whole house shows a limited number of results', () => {
  expect(findHosts([tenant], 'as')).toHaveLength(40);
  expect(findHosts([tenant, tenantOf({ name: 'Bryggen' })], '')).toHaveLength(2);
  expect(findHosts([tenant, tenantOf({ name: 'Bryggen' })], ' AURORA ')).toEqual([{ tenant }]);
});

test('the first letter finds companies and people together, beginnings of names and words first', () => {
  const house = [
    tenantOf({ name: 'Bryggen', employees: [{ id: 1, name: 'Hanna Berg', photo: null }] }),
    tenantOf({ name: 'Nord Analyse', employees: [{ id: 2, name: 'Anna Lie', photo: null }] }),
  ];
  const names = (search: string) => findHosts(house, search).map(({ tenant, employee }) => (employee ?? tenant).name);
  expect(names('a')).toEqual(['Anna Lie', 'Nord Analyse', 'Hanna Berg']);
  expect(names('an')).toEqual(['Anna Lie', 'Nord Analyse', 'Hanna Berg']);
  expect(names('ber')).toEqual(['Hanna Berg']);
});

test('letters are grouped by the number of names, in at most as many groups as have room', () => {
  const names = ['Acorn', 'Atlas', 'Baltic', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Iris', 'Åsen', 'Ørn'];
  expect(groupLetters(names, 3)).toEqual([
    { label: 'A–C', start: 0 },
    { label: 'D–F', start: 4 },
    { label: 'I–Ø', start: 7 },
  ]);
  expect(groupLetters(['Acorn', 'Atlas'], 5)).toEqual([{ label: 'A', start: 0 }]);
  expect(groupLetters([], 5)).toEqual([]);
});

function tenantOf(changes: Partial<DeviceTenant>): DeviceTenant {
  return {
    id: 1,
    name: 'Aurora',
    logo: null,
    enableGdpr: false,
    enablePrintBadgeOption: false,
    enablePrintParkingBadgeOption: false,
    canReceiveDeliveries: true,
    employees: [],
    ...changes,
  };
}
