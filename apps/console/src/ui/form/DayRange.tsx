import { DayField } from '@vestibule/ui/DateFields.tsx';
import { useTranslation } from 'react-i18next';
import { dateLocale } from '../time.ts';
import classes from './fields.module.css';

interface DayRangeProps {
  /** Both days are included, such as `2026-02-28`. */
  range: { from?: string | undefined; to?: string | undefined };
  onNarrow: (change: { from?: string | null; to?: string | null }) => void;
  hint?: string;
}

/** Each calendar ends at the day of the other field. */
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
