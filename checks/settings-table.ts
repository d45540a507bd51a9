import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { variables } from '../apps/server/src/settings.ts';
import type { z } from 'zod';

export const document = join(import.meta.dirname, '../docs/operating.md');

const begin = '<!-- settings, written by checks/settings-table.ts -->';
const end = '<!-- /settings -->';

export function withSettings(text: string): string {
  const [head, rest = ''] = text.split(begin);
  const [, tail] = rest.split(end);
  if (head === undefined || tail === undefined) throw new Error(`${document} has no marks of the table`);
  return `${head}${begin}\n${settingsTable()}\n${end}${tail}`;
}

function settingsTable(): string {
  const { shape } = variables({ checkout: '.', isRoot: false });
  const rows = Object.entries(shape).map(([name, schema]) => {
    const description = schema.description ?? '';
    const value = description.includes('Default:') ? '' : code(defaultOf(schema));
    return `| \`${name}\` | ${value} | ${description} |`;
  });
  return ['| setting | default | purpose |', '| --- | --- | --- |', ...rows].join('\n');
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}

function defaultOf(schema: z.ZodType): string {
  const parsed = schema.safeParse(undefined);
  return parsed.success ? asWritten(parsed.data) : '';
}

function asWritten(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Set) return [...value].join(',');
  if (value instanceof URL) return value.href;
  if (typeof value === 'object') return Object.values(value).join(',');
  return JSON.stringify(value).replaceAll('"', '');
}

if (import.meta.main) writeFileSync(document, withSettings(readFileSync(document, 'utf8')));
