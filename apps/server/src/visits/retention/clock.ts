import { timeOfDatabase } from '../../platform/db/clock.ts';
import type { Db } from '../../platform/db/database.ts';

/** How far a clock may be off. More is a jump. */
const tolerated = 5 * 60_000;
/** How long a clock that jumped is not believed, unless it jumps back. */
const quarantine = 24 * 3_600_000;

/** The time of the database, as far as it can be believed. */
export interface TrustedClock {
  /** Now, or null while the clock is in doubt: it jumped, or is not that of this machine. */
  now: (db: Db) => Promise<Date | null>;
}

/**
 * A clock that is compared with the time that really passed in this process, which nobody can set: a clock that is set to next
 * year by mistake must not have everybody forgotten. The first time it is asked it only looks. `passed` and `here` are in
 * milliseconds.
 */
export function trustedClock({ passed = () => performance.now(), here = () => Date.now() } = {}): TrustedClock {
  let trusted: { at: number; passed: number } | undefined;
  let doubtedSince: number | undefined;
  return {
    async now(db) {
      const seen = { at: (await timeOfDatabase(db)).getTime(), passed: passed() };
      if (!trusted) {
        trusted = seen;
        return null;
      }
      const drift = seen.at - trusted.at - (seen.passed - trusted.passed);
      const isInDoubt = Math.abs(drift) > tolerated || Math.abs(seen.at - here()) > tolerated;
      doubtedSince ??= seen.passed;
      if (isInDoubt && seen.passed - doubtedSince < quarantine) return null;
      trusted = seen;
      doubtedSince = undefined;
      return new Date(seen.at);
    },
  };
}
