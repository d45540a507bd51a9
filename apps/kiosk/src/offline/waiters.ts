/** Those who wait for how something ends that has a name of its own. */
export interface Waiters<Ending> {
  /** Resolves when it has ended, or patience has. */
  wait: (name: string) => Promise<Ending>;
  isAwaited: (name: string) => boolean;
  /** Tells whoever waits, and nobody a second time. */
  end: (name: string, ending: Ending) => void;
  endAll: (ending: Ending) => void;
}

/** After `patience`, in milliseconds, whoever waits is told `tooLate`. */
export function createWaiters<Ending>(patience: number, tooLate: Ending): Waiters<Ending> {
  const waiting = new Map<string, (ending: Ending) => void>();

  const end = (name: string, ending: Ending) => {
    waiting.get(name)?.(ending);
    waiting.delete(name);
  };

  return {
    async wait(name) {
      const { promise, resolve } = Promise.withResolvers<Ending>();
      waiting.set(name, resolve);
      const timer = setTimeout(() => end(name, tooLate), patience);
      return promise.finally(() => clearTimeout(timer));
    },
    isAwaited: (name) => waiting.has(name),
    end,
    endAll(ending) {
      for (const name of waiting.keys()) end(name, ending);
    },
  };
}
