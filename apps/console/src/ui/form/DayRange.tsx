import { DayField } from '@vestibule/ui/DateFields.tsx';
import { useTranslation } from 'react-i18next';
import { dateLocale } from '../time.ts';
import classes from './fields.module.css';

interface DayRangeProps {
  /** The first and the last day, both included, as `2026-02-28`. */
  range: { from?: string | undefined; to?: string | undefined };
  /** Null removes the end of the range. */
  onNarrow: (change: { from?: string | null; to?: string | null }) => void;
  /** Shown as a tooltip. */
  hint?: string;
}

/** Two fields of a filter: the first and the last day of the rows. Neither calendar offers a day beyond the other field's day. */
export function DayRange({ range: { from, to }, onNarrow, hint }: DayRangeProps) {
  const { t } = useTranslation();
  const look = { className: classes.day, locale: dateLocale, hint };
  return (
    <>
      <DayField
        {...look}
        label={t('ui.days.from')}
        value={from ?? null}
        max={to}
        onChange={(day) => onNarrow({ from: day })}
      />
      <DayField
        {...look}
        label={t('ui.days.to')}
        value={to ?? null}
        min={from}
        onChange={(day) => onNarrow({ to: day })}
      />
    </>
  );
}
