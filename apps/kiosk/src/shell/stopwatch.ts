/**
 * Answers a function that says how many milliseconds have passed since. While a tablet sleeps its steady clock stands still, and the other
 * one may be set back: the one that went further counts.
 */
export function startStopwatch(): () => number {
  const [steady, clock] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - steady, Date.now() - clock);
}
