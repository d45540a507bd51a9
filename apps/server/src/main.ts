import cluster from 'node:cluster';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { readConfig } from './config.ts';
import { CannotStart } from './platform/cannot-start.ts';
import { demoPassword, demoSignIns } from './demo/demo-building.ts';
import { openLog } from './platform/http/log.ts';
import { reportReady, startProcesses } from './processes.ts';
import { type Program, start } from './start.ts';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

try {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const starting = config.processes > 1 && config.roles.has('web') ? startProcesses(config, log) : start(config, log);
  stopOnSignal(starting, log);
  const program = await starting;
  if (cluster.isWorker) reportReady(program);
  else greet(program);
  // Loading leaves 25 MB of garbage, which V8 would keep.
  void globalThis.gc?.({ type: 'major', flavor: 'last-resort', execution: 'async' });
  void program.failed?.then((error) => stopAfterFailure(program, error));
} catch (error) {
  process.stderr.write(`${error instanceof CannotStart ? error.message : describe(error)}\n`);
  process.exit(1);
}

/** Stops in order. Exits with 0 after a signal, and with 1 after an uncaught error. */
function stopOnSignal(starting: Promise<Program>, log: Logger) {
  const closing = closeWithGrace({ delay: 60_000, logger: log, skip: [...signals] }, async ({ err }) => {
    if (err) log.fatal(err, 'uncaught error');
    const program = await starting;
    await program.stop();
  });
  let signaledAt: number | undefined;
  const onSignal = () => {
    // The terminal, npm and the launcher each forward Ctrl-C, so one press arrives several times.
    if (signaledAt !== undefined && performance.now() - signaledAt < 1000) return;
    // The process group and the primary can each send a signal. The primary alone decides to give up.
    if (signaledAt !== undefined && cluster.isWorker) return;
    if (signaledAt !== undefined) process.exit(1);
    signaledAt = performance.now();
    closing.close();
  };
  for (const signal of signals) process.on(signal, onSignal);
  // The launcher was killed and forwards no signal. Workers of a killed primary exit at once by `node:cluster`.
  process.on('disconnect', onSignal);
}

async function stopAfterFailure(program: Program, error: CannotStart) {
  process.stderr.write(`${error.message}\n`);
  await program.stop();
  process.exit(1);
}

function greet({ address, listensAt, metrics, mails, demo }: Program) {
  const lines = listensAt === null || listensAt === address ? [] : [`Listening at ${listensAt}`];
  lines.push(address === null ? 'Vestibule runs background jobs.' : `Vestibule is ready at ${address}`);
  if (metrics !== null) lines.push(`Metrics are at ${metrics}`);
  if (mails) lines.push(`Mails are not sent, but shown at ${mails}`);
  if (address !== null && demo !== null) {
    lines.push('', `Demo building, password ${demoPassword} for all:`);
    for (const { email, role } of demoSignIns) lines.push(`  ${email.padEnd(36)}${role}`);
    if (demo.licenseKey !== null) lines.push(`A license key to try a kiosk with: ${demo.licenseKey}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

function describe(error: unknown) {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
