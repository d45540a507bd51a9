import { useState } from 'react';

/** An action that runs once at a time. `problem` says why it last failed. */
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
