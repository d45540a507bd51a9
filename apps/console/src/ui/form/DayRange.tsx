import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useTranslation } from 'react-i18next';
import classes from './DayRange.module.css';

interface DayRangeProps {
  /** The first and the last day, both included, as `2026-02-28`. */
  range: { from?: string | undefined; to?: string | undefined };
  /** Null takes the end of the range away. */
  onNarrow: (change: { from?: string | null; to?: string | null }) => void;
  /** Shown where the pointer rests. */
  hint?: string;
}

/** Two fields of a filter: the days from and to which rows are shown. Neither offers a day that lies beyond the other. */
export function DayRange({ range: { from, to }, onNarrow, hint }: DayRangeProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        className={classes.day}
        type="date"
        label={t('ui.days.from')}
        title={hint}
        value={from ?? ''}
        max={to}
        onChange={({ currentTarget }) => onNarrow({ from: currentTarget.value || null })}
      />
      <TextInput
        className={classes.day}
        type="date"
        label={t('ui.days.to')}
        title={hint}
        value={to ?? ''}
        min={from}
        onChange={({ currentTarget }) => onNarrow({ to: currentTarget.value || null })}
      />
    </>
  );
}
