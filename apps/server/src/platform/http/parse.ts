import { fieldKeys, type FieldKey } from '@vestibule/contract/platform/refusal.ts';
import type { z } from 'zod';
import { Refusal } from './refusal.ts';

const depthLimit = 20;
const knownKeys: ReadonlySet<string> = new Set(fieldKeys);

/**
 * Parses a part of a request.
 * @throws {Refusal} `validation` with a key per path; `invalidPhone` if only a phone is wrong
 */
export function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = fieldsOf(parsed.error);
  const keys = Object.values(fields);
  if (keys.length === 0) throw new Refusal('validation');
  throw new Refusal(keys.every((key) => key === 'invalidPhone') ? 'invalidPhone' : 'validation', { fields });
}

export function refuseBody(value: unknown): void {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  if (keys.length === 0) return;
  throw new Refusal('validation', { fields: Object.fromEntries(keys.map((key) => [key, 'unknownProperty'] as const)) });
}

/** Refuses deep nesting, and text that PostgreSQL cannot store: NUL and half surrogate pairs. */
export function refuseHostileInput(value: unknown, path = '', depth = 0): void {
  if (typeof value === 'string') {
    if (!value.includes('\0') && value.isWellFormed()) return;
    throw new Refusal('validation', path ? { fields: { [path]: 'invalidText' } } : {});
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= depthLimit) throw new Refusal('malformedBody');
  for (const [key, inner] of Object.entries(value)) {
    refuseHostileInput(inner, path ? `${path}.${key}` : key, depth + 1);
  }
}

function fieldsOf(error: z.ZodError): Record<string, FieldKey> {
  const fields: Record<string, FieldKey> = {};
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys' && issue.path.length === 0) continue;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] ??= 'unknownProperty';
    } else {
      fields[issue.path.join('.')] ??= keyOf(issue);
    }
  }
  return fields;
}

export function keyOf({ message }: z.core.$ZodIssue): FieldKey {
  return isFieldKey(message) ? message : 'invalidValue';
}

function isFieldKey(message: string): message is FieldKey {
  return knownKeys.has(message);
}
