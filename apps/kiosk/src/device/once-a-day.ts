const day = 24 * 3_600_000;

/** Answers a function that does the work unless it was done within a day. Work that failed is done the next time that it is asked for. */
export function onceADay(work: () => Promise<void>, { isDone }: { isDone: boolean }): () => Promise<void> {
  let doneAt = isDone ? performance.now() : -Infinity;
  return async () => {
    if (performance.now() - doneAt < day) return;
    doneAt = performance.now();
    await work().catch(() => {
      doneAt = -Infinity;
    });
  };
}
