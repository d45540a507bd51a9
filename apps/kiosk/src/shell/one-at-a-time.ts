/**
 * Does work one at a time. Whoever asks while it is under way waits for it to be done once more, from its beginning: what was found
 * out earlier never takes the place of what was found out later.
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
