import { Day } from '@vestibule/contract/platform/values.ts';
import { Repeat } from '@vestibule/contract/visits/invitation.ts';
import type { TFunction } from 'i18next';
import { z } from 'zod';
import { addDays } from './use-building-clock.ts';

export const repeats = ['once', 'daily', 'weekdays', 'weekly'] as const;

export const rule = {
  repeat: z.enum(repeats),
  interval: Repeat.shape.interval.nullable(),
  until: Day.nullable(),
};
type Rule = z.output<z.ZodObject<typeof rule>>;

export function requireRule({ repeat, interval, until }: Rule, context: z.RefinementCtx): void {
  if (repeat !== 'once' && until === null)
    context.addIssue({ code: 'custom', path: ['until'], message: 'timeMissing' });
  if (repeat === 'weekly' && interval === null)
    context.addIssue({ code: 'custom', path: ['interval'], message: 'invalidValue' });
}

export function fieldsOfRule(repeat: Repeat | null, startDay: string): Rule {
  if (repeat === null) return { repeat: 'once', interval: 1, until: addDays(startDay, 28) };
  const { unit, interval, weekdays, until } = repeat;
  const isWeekdays = interval === 1 && weekdays?.toSorted().join('') === '12345';
  return { repeat: isWeekdays ? 'weekdays' : unit === 'day' ? 'daily' : 'weekly', interval, until };
}

/** Null for each day and each week. The form cannot change an interval of days, which only the API sets. */
export function intervalText(t: TFunction, { unit, interval }: Repeat): string | null {
  if (interval === 1) return null;
  return `${t(unit === 'day' ? 'invitations.field.intervalOfDays' : 'invitations.field.interval')}: ${interval}`;
}

/** Undefined for a meeting without a series. */
export function toRepeat({ repeat, interval, until }: Rule): Repeat | undefined {
  if (repeat === 'once' || until === null) return undefined;
  return {
    unit: repeat === 'daily' ? 'day' : 'week',
    interval: repeat === 'weekly' ? (interval ?? 1) : 1,
    ...(repeat === 'weekdays' && { weekdays: [1, 2, 3, 4, 5] }),
    until,
  };
}

/** Keeps what the form does not show, such as weekdays that the API set, unless the kind of repetition changes. */
export function editedRepeat(before: Repeat | null, old: Rule, typed: Rule): Repeat | undefined {
  const isSameKind = old.repeat === typed.repeat && old.interval === typed.interval;
  if (isSameKind && old.until === typed.until) return undefined;
  if (before && isSameKind && typed.until !== null) return { ...before, until: typed.until };
  return toRepeat(typed);
}
