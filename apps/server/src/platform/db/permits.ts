/** Of ten connections, seven may write. The others answer reads while commits wait for a standby. */
const writingShare = 0.7;
const longestWaitMs = 10_000;

class TooManyWriters extends Error {
  override name = 'TooManyWriters';
  readonly code = 'ETIMEDOUT';
}

export interface Permits {
  /**
   * Returns the waited milliseconds.
   * @throws {TooManyWriters} after 10 seconds
   */
  take(): Promise<number>;
  giveBack(): void;
  countWaiting(): number;
}

export function createPermits(connections: number): Permits {
  const waiting = new Set<() => void>();
  let free = Math.ceil(connections * writingShare);

  return {
    take() {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(0);
      }
      const began = performance.now();
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve(performance.now() - began);
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new TooManyWriters('too many changes wait for the database'));
      }, longestWaitMs);
      waiting.add(begin);
      return promise;
    },
    giveBack() {
      const [next] = waiting;
      if (next) next();
      else free += 1;
    },
    countWaiting: () => waiting.size,
  };
}
