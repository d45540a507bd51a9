import { CallFailed } from '@vestibule/web/call.ts';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import type { FormOf } from './use-zod-form.ts';

/** What is there by now, where a save was refused because somebody else has changed it; else undefined. */
export function currentOf<Value>(error: unknown, schema: z.ZodType<Value>): Value | undefined {
  if (!(error instanceof CallFailed) || error.problem?.reason !== 'changedMeanwhile') return undefined;
  return schema.parse(error.problem.current);
}

/** The fields of an open form that somebody else has changed, and those of them that are changed otherwise here. */
export interface OthersChanges<Name> {
  changed: Name[];
  alsoHere: Name[];
}

/** Shows in the fields that were not touched here what somebody else has made of them since `before`. Answers what they changed. */
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

/** The same with the names of fields as they stand on the screen. */
export function inWords<Name>(
  { changed, alsoHere }: OthersChanges<Name>,
  labelOf: (name: Name) => string,
): OthersChanges<string> {
  const words = (all: readonly Name[]) => [...new Set(all.map(labelOf))];
  return { changed: words(changed), alsoHere: words(alsoHere) };
}

/** Makes what was saved the beginning of the form. What was changed since `sent` went off stays, and is not saved yet. */
export function resetSaved<In extends FieldValues, Out>(form: FormOf<In, Out>, sent: In, saved: In) {
  const now: In = form.getValues();
  const later = Object.entries(now).filter(([name, value]) => value !== sent[name]);
  form.reset(saved);
  if (later.length > 0) form.reset({ ...saved, ...Object.fromEntries(later) }, { keepDefaultValues: true });
}
