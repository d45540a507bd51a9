/**
 * Runs the work one at a time. A call during a run waits for one more complete run, so that an earlier result never replaces a later one.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  };
  return () => (running ? (next ??= running.then(start, start)) : start());
}
