import { useEffect, useRef, useState } from 'react';
import { startStopwatch } from './stopwatch.ts';

/** For how long nobody has to touch the kiosk until everything is cleared. */
export const idleSeconds = 30;
/** How long before that it is said. */
const warningSeconds = 10;

interface Idle {
  /** How many seconds are left, once that is to be said. */
  secondsLeft: number | null;
  /** Somebody is there after all. */
  stay: () => void;
}

/**
 * Clears the kiosk when whoever began has gone. A touch or a key begins the time anew, until the warning has to be answered. Once it is
 * cleared the time stands still until somebody touches it again.
 */
export function useIdle(isRunning: boolean, onEnd: () => void): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  /** How long ago it was touched; null while nobody is there. */
  const untouched = useRef<(() => number) | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (!isRunning) return;
    untouched.current = startStopwatch();
    const left = () => Math.ceil(idleSeconds - (untouched.current?.() ?? 0) / 1000);
    const touch = () => {
      if (left() > warningSeconds) untouched.current = startStopwatch();
    };
    const look = () => {
      const seconds = left();
      setSecondsLeft(seconds > warningSeconds || seconds <= 0 ? null : seconds);
      if (seconds > 0) return;
      untouched.current = null;
      end.current();
    };
    const looking = setInterval(look, 250);
    const kinds = ['pointerdown', 'keydown', 'input', 'wheel', 'popstate'] as const;
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true, passive: true });
    return () => {
      clearInterval(looking);
      for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
      setSecondsLeft(null);
    };
  }, [isRunning]);

  return {
    secondsLeft,
    stay() {
      untouched.current = startStopwatch();
      setSecondsLeft(null);
    },
  };
}
