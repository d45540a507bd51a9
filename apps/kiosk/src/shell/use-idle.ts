import { useEffect, useRef, useState } from 'react';
import { startStopwatch } from './clock.ts';

/** Until the screen is cleared. A dialog warns after 30 seconds, and stays 20 seconds: WCAG 2.2.1. */
export const idleSeconds = 50;
const warningSeconds = 20;

interface Idle {
  secondsLeft: number | null;
  stay: () => void;
}

/** Calls `onEnd` when the visitor has left. A touch or a key restarts the time, but during the warning only `stay` does. */
export function useIdle(isRunning: boolean, onEnd: () => void): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  /** Null without a visitor. */
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
