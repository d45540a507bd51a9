import { CallFailed } from '@vestibule/web/call.ts';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { FormOf } from './use-zod-form.ts';

/** The current value after a conflict, else undefined. */
export function currentOf<Value>(error: unknown, schema: z.ZodType<Value>): Value | undefined {
  if (!(error instanceof CallFailed) || error.problem?.reason !== 'changedMeanwhile') return undefined;
  return schema.parse(error.problem.current);
}

export interface OthersChanges<Name> {
  changed: Name[];
  alsoHere: Name[];
}

/** Updates unchanged fields with another user's values since `before`. Returns that user's changes. */
export function showOthers<In extends FieldValues, Out, Name extends keyof In>(
  form: FormOf<In, Out>,
  names: readonly Name[],
  { before, now }: { before: In; now: In },
): OthersChanges<Name> {
  const typed = form.getValues();
  const isOther = (name: Name, one: In, other: In) => JSON.stringify(one[name]) !== JSON.stringify(other[name]);
  const changed = names.filter((name) => isOther(name, before, now));
  form.reset(now, { keepDirtyValues: true });
  return { changed, alsoHere: changed.filter((name) => isOther(name, typed, before) && isOther(name, typed, now)) };
}

export function inWords<Name>(
  { changed, alsoHere }: OthersChanges<Name>,
  labelOf: (name: Name) => string,
): OthersChanges<string> {
  const words = (all: readonly Name[]) => [...new Set(all.map(labelOf))];
  return { changed: words(changed), alsoHere: words(alsoHere) };
}

/** Makes saved values the initial ones. Changes since `sent` stay unsaved. */
export function resetSaved<In extends FieldValues, Out>(form: FormOf<In, Out>, sent: In, saved: In) {
  const now: In = form.getValues();
  const later = Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name]));
  form.reset(saved);
  if (later.length > 0) form.reset({ ...saved, ...Object.fromEntries(later) }, { keepDefaultValues: true });
}
