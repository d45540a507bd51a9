import { useState } from 'react';

/**
 * Something that is tried once at a time, and why it failed last: `problem`, which `problemOf` says, until it is tried again or forgotten.
 */
export function useAttempt(problemOf: (error: unknown) => string) {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = async (act: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await act();
    } catch (error) {
      setProblem(problemOf(error));
    }
    setIsBusy(false);
  };
  return { isBusy, problem, attempt, forgetProblem: () => setProblem(null) };
}
