/**
 * Runs `refresh` when asked: the first time at once, and then, however often it is asked, only after the run before
 * has ended and at most once in `pause` milliseconds. The last asking is always followed by a run.
 */
export function createRefresher(refresh: () => Promise<void>, pause: number) {
  let isResting = false;
  let isAskedAgain = false;
  let isStopped = false;

  async function run(): Promise<void> {
    if (isStopped) return;
    if (isResting) {
      isAskedAgain = true;
      return;
    }
    isResting = true;
    await Promise.allSettled([refresh(), new Promise((resolve) => setTimeout(resolve, pause))]);
    isResting = false;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    await run();
  }

  return {
    ask: () => void run(),
    stop: () => {
      isStopped = true;
    },
  };
}
