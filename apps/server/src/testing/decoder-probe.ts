import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { z } from 'zod';
import { dropPrivileges } from '../platform/pictures/drop-privileges.ts';

const Attempt = z.object({ file: z.string(), port: z.number() });

const ready = dropPrivileges();
process.once('message', (message) => void attempt(Attempt.parse(message)));
process.send?.(ready);

async function attempt({ file, port }: z.output<typeof Attempt>): Promise<void> {
  process.send?.({
    readsFile: canRead(file),
    connects: await canConnect(port),
    readsEnvironmentOfProgram: canRead(`/proc/${process.ppid}/environ`),
    // oxlint-disable-next-line node/no-process-env -- the probe reports which variables it was given
    variables: Object.keys(process.env),
  });
}

function canRead(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

function canConnect(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
