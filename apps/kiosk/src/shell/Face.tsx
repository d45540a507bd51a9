import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { useEffect } from 'react';
import { useRunning } from '../device/use-device.ts';
import { useSpoken } from '../ui/texts.tsx';
import { useNow } from './clock.ts';
import classes from './Face.module.css';
import { Picture } from './Picture.tsx';

/** The color of a building that has chosen none. */
const usualAccent = '#5B3FD6';

/** Makes the stylesheet derive all colors from the accent color of the settings. */
export function useAccent(): void {
  const { accentColor } = useRunning().config.settings;
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--accent', accentColor ?? usualAccent);
    return () => void style.removeProperty('--accent');
  }, [accentColor]);
}

/** The picture of the settings, or a slowly moving gradient in the accent color. */
export function Background() {
  const { config, background, rehearsal } = useRunning();
  const hasPicture = config.settings.background === 'image' && background !== null;
  return (
    <div className={classes.ground} data-picture={hasPicture || undefined}>
      {hasPicture ? (
        <Picture address={background.storagePathOrigin} alt="" />
      ) : (
        // Beside a form, a moving picture would distract.
        <div className={classes.gradient} data-still={rehearsal && ''} />
      )}
    </div>
  );
}

/** The logo, or the initials of the building. */
export function Logo() {
  const { company } = useRunning().config;
  return company.logo ? (
    <span className={classes.logo}>
      <Picture address={company.logo.storagePathOrigin} alt={company.name} />
    </span>
  ) : (
    <span className={classes.logo} aria-hidden>
      {initialsOf(company.name)}
    </span>
  );
}

/** The time in the building. */
export function Clock({ hasDate = false }: { hasDate?: boolean }) {
  const { timeZone } = useRunning().config.company;
  const { tag } = languagesOfInterface[useSpoken().language];
  const now = useNow();
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  const day = new Intl.DateTimeFormat(tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone });
  return (
    <div className={classes.clock}>
      <time>{time.format(now)}</time>
      {hasDate && <span>{day.format(now)}</span>}
    </div>
  );
}

/** The building above a question. */
export function Band() {
  const { company } = useRunning().config;
  return (
    <div className={classes.band}>
      <Background />
      <div className={`${classes.brand} ${classes.plate}`}>
        <Logo />
        {!company.logo && <span className={classes.name}>{company.name}</span>}
      </div>
      <div className={classes.plate}>
        <Clock />
      </div>
    </div>
  );
}
