import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '../docs/decisions');
const files = (await readdir(folder)).filter((file) => file !== 'README.md').toSorted();

test('decisions are numbered without gaps', () => {
  const numbers = files.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(files.map((_, index) => index + 1));
});

test.for(files)('%s has its number, a status, three parts and at most 150 words', async (file) => {
  const text = await readFile(join(folder, file), 'utf8');
  expect(text).toMatch(new RegExp(`^# ${file.slice(0, 4)} \\S`));
  const parts = [...text.matchAll(/^\*\*(\w+)\.\*\* \S/gm)].map(([, part]) => part);
  expect(parts).toEqual(['Status', 'Context', 'Decision', 'Consequences']);
  expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(150);
});
