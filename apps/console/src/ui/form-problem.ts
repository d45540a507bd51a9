import { CallFailed } from '@vestibule/web/call.ts';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FormOf } from './use-zod-form.ts';

/**
 * Marks the fields that a refused call complains about and focuses the first of them.
 * Answers whether that says all there is to say; if not, the failure belongs above the form.
 */
export function markFields<In extends FieldValues, Out>(form: FormOf<In, Out>, error: unknown): boolean {
  const fields = error instanceof CallFailed ? Object.entries(error.problem?.fields ?? {}) : [];
  const names = new Set<string>(Object.keys(form.getValues()));
  const own = fields.filter((field): field is [FieldPath<In>, string] => names.has(field[0]));
  own.forEach(([name, key], index) => form.setError(name, { type: 'server', message: key }, { shouldFocus: index === 0 }));
  return own.length > 0 && own.length === fields.length;
}
