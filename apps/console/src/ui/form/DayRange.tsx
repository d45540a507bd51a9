import { DayField } from '@vestibule/ui/DateFields.tsx';
import { useTranslation } from 'react-i18next';
import { addDays, dateLocale } from '../time.ts';
import classes from './fields.module.css';

interface DayRangeProps {
  /** Both days are included, such as `2026-02-28`. */
  range: { from?: string | undefined; to?: string | undefined };
  onNarrow: (change: { from?: string | null; to?: string | null }) => void;
  hint?: string;
  /** How many days the last may be after the first. */
  most?: number;
  /** The first day if `from` is empty. */
  firstDay?: string;
}

/** Each calendar ends at the day of the other field, or where the range would be too long. */
export function DayRange({ range: { from, to }, onNarrow, hint, most, firstDay }: DayRangeProps) {
  const { t } = useTranslation();
  const first = from ?? firstDay;
  const limit = (day: string | undefined, days: number | undefined) =>
    day === undefined || days === undefined ? undefined : withinCalendar(addDays(day, days));
  const look = { className: classes.day, locale: dateLocale, hint };
  return (
    <>
      <DayField
        {...look}
        label={t('ui.days.from')}
        value={from ?? null}
        min={limit(to, most && -most)}
        max={to}
        onChange={(day) => onNarrow({ from: day })}
      />
      <DayField
        {...look}
        label={t('ui.days.to')}
        value={to ?? null}
        min={first}
        max={limit(first, most)}
        onChange={(day) => onNarrow({ to: day })}
      />
    </>
  );
}

/** Undefined outside of the years 1 to 9999. */
function withinCalendar(day: string): string | undefined {
  return /^(?!0000)\d{4}-/.test(day) ? day : undefined;
}
