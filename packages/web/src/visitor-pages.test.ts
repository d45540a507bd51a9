import { QueryClient } from '@tanstack/react-query';
import { listVisitors, type Visitor, type VisitorScope } from '@vestibule/contract/visits/visitor.ts';
import { expect, test } from 'vitest';
import { keyOf } from './query.ts';
import { removeVisitors, replaceVisitors } from './visitor-pages.ts';

test('a changed visitor replaces the row with the same id', () => {
  const { client, names } = cacheWith('all', [visitor(1, 'Åse'), visitor(2, 'Kari')]);
  replaceVisitors(client, [visitor(2, 'Kari Nordmann')]);
  expect(names()).toEqual(['Åse', 'Kari Nordmann']);
});

test('a check-out removes the visitor from the current tab and its count', () => {
  const { client, names, total } = cacheWith('current', [
    visitor(1, 'Åse', { inside: true }),
    visitor(2, 'Kari', { inside: true }),
  ]);
  replaceVisitors(client, [visitor(1, 'Åse')]);
  expect(names()).toEqual(['Kari']);
  expect(total()).toBe(1);
});

test('a check-in removes the visitor from the imported tab', () => {
  const { client, names } = cacheWith('imported', [visitor(1, 'Åse', { preregistered: true })]);
  replaceVisitors(client, [visitor(1, 'Åse', { preregistered: true, inside: true })]);
  expect(names()).toEqual([]);
});

test('a new arrival is first on the current tab and counted', () => {
  const { client, names, total } = cacheWith('current', [visitor(1, 'Åse', { inside: true })]);
  replaceVisitors(client, [visitor(2, 'Kari', { inside: true, at: '2026-11-20T09:00:00.000Z' })]);
  expect(names()).toEqual(['Kari', 'Åse']);
  expect(total()).toBe(2);
});

test('a visitor inside on another page of the current tab is no new arrival', () => {
  const { client, names, total } = cacheWith('current', [visitor(1, 'Åse', { inside: true })]);
  replaceVisitors(client, [visitor(2, 'Kari', { inside: true, at: '2026-11-20T07:00:00.000Z' })]);
  expect(names()).toEqual(['Åse']);
  expect(total()).toBe(1);
});

test('an arrival does not exceed the limit of a page', () => {
  const rows = Array.from({ length: 10 }, (_, index) => visitor(index + 1, `Visitor ${index}`, { inside: true }));
  const { client, names } = cacheWith('current', rows);
  replaceVisitors(client, [visitor(99, 'Kari', { inside: true, at: '2026-11-20T09:00:00.000Z' })]);
  expect(names()).toHaveLength(10);
  expect(names()?.[0]).toBe('Kari');
});

test('searches and later pages of the current tab wait for the server', () => {
  for (const query of [{ search: 'åse' }, { cursor: 'x' }]) {
    const { client, names } = cacheWith('current', [visitor(1, 'Åse', { inside: true })], query);
    replaceVisitors(client, [visitor(2, 'Kari', { inside: true, at: '2026-11-20T09:00:00.000Z' })]);
    expect(names()).toEqual(['Åse']);
  }
});

test('does not add a visitor who is in no page: only the server knows the place', () => {
  const { client, names } = cacheWith('all', [visitor(1, 'Åse')]);
  replaceVisitors(client, [visitor(9, 'New')]);
  expect(names()).toEqual(['Åse']);
});

test('removes deleted visitors from every page', () => {
  const { client, names, total } = cacheWith('all', [visitor(1, 'Åse'), visitor(2, 'Kari')]);
  removeVisitors(client, [1]);
  expect(names()).toEqual(['Kari']);
  expect(total()).toBe(1);
});

test('an unaffected page stays the same object', () => {
  const { client, key } = cacheWith('all', [visitor(1, 'Åse')]);
  const before = client.getQueryData(key);
  replaceVisitors(client, [visitor(9, 'New')]);
  removeVisitors(client, [8]);
  expect(client.getQueryData(key)).toBe(before);
});

function cacheWith(scope: VisitorScope, rows: Visitor[], query: { search?: string; cursor?: string } = {}) {
  const client = new QueryClient();
  const key = keyOf(listVisitors, { params: { companyId: 1 }, query: { scope, limit: 10, ...query } });
  client.setQueryData(key, { rows, page: { total: rows.length, totalIsExact: true, next: null } });
  const read = () => client.getQueryData<{ rows: Visitor[]; page: { total: number } }>(key);
  return { client, key, names: () => read()?.rows.map(({ name }) => name), total: () => read()?.page.total };
}

function visitor(
  id: number,
  name: string,
  { inside = false, preregistered = false, at = '2026-11-20T08:00:00.000Z' } = {},
): Visitor {
  return {
    id,
    companyId: 1,
    name,
    companyName: 'Fjord AS',
    phone: `+474001234${id}`,
    shouldSaveData: false,
    currentVisitRecordId: inside ? 100 + id : null,
    currentVisitRecord: inside
      ? {
          id: 100 + id,
          checkedInAt: at,
          checkedOutAt: null,
          tenant: { id: 1, name: 'Aurora' },
          invitation: null,
          employee: null,
          answer: null,
        }
      : null,
    preregisteredTenantId: preregistered ? 1 : null,
    preregisteredTenant: preregistered ? { id: 1, name: 'Aurora' } : null,
    expected: preregistered ? { at: null, employee: null, invitationId: null } : null,
    createdAt: at,
    updatedAt: at,
  };
}
