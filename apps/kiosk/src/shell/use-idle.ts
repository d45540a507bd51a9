import { useEffect, useRef, useState } from 'react';

/** For how long it is said before everything is cleared: long enough for whoever has it read out, or reaches slowly. */
const warningSeconds = 20;

interface Idle {
  /** How many seconds are left, once that is to be said. */
  secondsLeft: number | null;
  /** Somebody is there after all. */
  stay: () => void;
}

/**
 * Clears the kiosk when whoever began has gone. A touch or a key begins the time anew, until the warning has to be answered.
 * @param quietSeconds how long nobody has to touch it until the warning
 */
export function useIdle(isRunning: boolean, onEnd: () => void, quietSeconds = 20): Idle {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const touchedAt = useRef(0);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });

  useEffect(() => {
    if (!isRunning) return;
    touchedAt.current = performance.now();
    const left = () => Math.ceil(quietSeconds + warningSeconds - (performance.now() - touchedAt.current) / 1000);
    const touch = () => {
      if (left() > warningSeconds) touchedAt.current = performance.now();
    };
    const look = () => {
      const seconds = left();
      setSecondsLeft(seconds > warningSeconds ? null : Math.max(0, seconds));
      if (seconds <= 0) end.current();
    };
    const looking = setInterval(look, 250);
    const kinds = ['pointerdown', 'keydown', 'input', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true, passive: true });
    return () => {
      clearInterval(looking);
      for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
      setSecondsLeft(null);
    };
  }, [isRunning, quietSeconds]);

  return {
    secondsLeft,
    stay() {
      touchedAt.current = performance.now();
      setSecondsLeft(null);
    },
  };
}
