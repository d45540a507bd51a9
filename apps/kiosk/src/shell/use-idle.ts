import { useEffect, useRef, useState } from 'react';

/** For how long nobody has to touch the kiosk until everything is cleared, and how long before that it is said. */
const limits = { seconds: 30, warningSeconds: 10 };

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
  /** Null while nobody is there. */
  const touchedAt = useRef<number | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (!isRunning) return;
    touchedAt.current = performance.now();
    const left = () => {
      if (touchedAt.current === null) return limits.seconds;
      return Math.ceil(limits.seconds - (performance.now() - touchedAt.current) / 1000);
    };
    const touch = () => {
      if (left() > limits.warningSeconds) touchedAt.current = performance.now();
    };
    const look = () => {
      const seconds = left();
      setSecondsLeft(seconds > limits.warningSeconds || seconds <= 0 ? null : seconds);
      if (seconds > 0) return;
      touchedAt.current = null;
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
      touchedAt.current = performance.now();
      setSecondsLeft(null);
    },
  };
}
