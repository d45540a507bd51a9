import type { FieldValues } from 'react-hook-form';
import type { FormOf } from './use-zod-form.ts';

/** Makes what was saved the beginning of the form. What was changed since `sent` went off stays, and is not saved yet. */
export function resetSaved<In extends FieldValues, Out>(form: FormOf<In, Out>, sent: In, saved: In) {
  const now: In = form.getValues();
  const later = Object.entries(now).filter(([name, value]) => value !== sent[name]);
  form.reset(saved);
  if (later.length > 0) form.reset({ ...saved, ...Object.fromEntries(later) }, { keepDefaultValues: true });
}
