import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variables } from '../apps/server/src/settings.ts';
import { document, withSettings } from './settings-table.ts';

test('the table of settings in docs/operating.md is current; node checks/settings-table.ts writes it', () => {
  const text = readFileSync(document, 'utf8');
  expect(withSettings(text)).toBe(text);
});

test('each setting has a description', () => {
  const { shape } = variables({ checkout: '.', isRoot: false });
  const without = Object.entries(shape).filter(([, { description }]) => !description);
  expect(without.map(([name]) => name)).toEqual([]);
});
