import { useTranslation } from 'react-i18next';
import { Hint } from './Hint.tsx';
import classes from './text.module.css';
import { useTimes } from './time.ts';
import { useMinute } from './use-minute.ts';

export function Since({ moment, hint = true }: { moment: string; hint?: boolean }) {
  const { t } = useTranslation();
  const { formatMoment } = useTimes();
  const now = useMinute();
  const { unit, ...parts } = lengthOf(now - Date.parse(moment));
  const time = (
    <time className={classes.since} dateTime={moment}>
      {t(`visitors.since.${unit}`, parts)}
    </time>
  );
  return hint ? <Hint text={formatMoment(moment)}>{time}</Hint> : time;
}

/** A duration in its two largest units, never negative. */
export function lengthOf(milliseconds: number) {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return { unit: 'days', days, hours: hours % 24, minutes: 0 } as const;
  if (hours > 0) return { unit: 'hours', days: 0, hours, minutes: minutes % 60 } as const;
  return { unit: minutes > 0 ? 'minutes' : 'now', days: 0, hours: 0, minutes } as const;
}
