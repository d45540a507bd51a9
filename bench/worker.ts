import { fork } from 'node:child_process';

export interface Worker<Job, Result> {
  do(job: Job): Promise<Result>;
  stop(): void;
}

type Reply<Result> = { result: Result } | { error: string };

export function startWorker<Job extends object, Result>(file: string): Worker<Job, Result> {
  // JSON would turn infinity and NaN into null, which passes every upper bound.
  const child = fork(file, [], { serialization: 'advanced' });
  return {
    do: (job) =>
      new Promise((resolve, reject) => {
        const ended = () => reject(new Error(`${file} ended`));
        child.once('exit', ended);
        child.once('message', (reply: Reply<Result>) => {
          child.off('exit', ended);
          if ('error' in reply) reject(new Error(reply.error));
          else resolve(reply.result);
        });
        child.send(job);
      }),
    stop: () => child.kill(),
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- a message has no type: the two sides agree on it
export function doJobs<Job>(work: (job: Job) => Promise<unknown>): void {
  const answer = (reply: Reply<unknown>) => process.send?.(reply);
  process.on('message', (job: Job) => {
    work(job).then(
      (result) => answer({ result }),
      (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.on('disconnect', () => process.exit());
}
