import { useTranslation } from 'react-i18next';
import { Hint } from './Hint.tsx';
import { lengthOf } from './length.ts';
import classes from './text.module.css';
import { formatMoment } from './time.ts';
import { useMinute } from './use-minute.ts';

/** The time since a moment, updated each minute, with the moment on hover. */
export function Since({ moment }: { moment: string }) {
  const { t } = useTranslation();
  const now = useMinute();
  const { unit, ...parts } = lengthOf(now - Date.parse(moment));
  return (
    <Hint text={formatMoment(moment)}>
      <time className={classes.since} dateTime={moment}>
        {t(`visitors.since.${unit}`, parts)}
      </time>
    </Hint>
  );
}
