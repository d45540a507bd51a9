import { parseArgs } from 'node:util';
import { openLog } from '../platform/http/log.ts';
import { startCluster } from './cluster/cluster.ts';
import { readConfig } from '../config.ts';
import { CannotStart, reasonOf } from '../platform/cannot-start.ts';
import { demoPassword, demoSignIns } from '../demo/demo-building.ts';

/*
 * `npm run cluster`: three web processes, one worker, a balancer and a PostgreSQL on this machine, for trying what several processes do.
 * `-- --webs 4 --workers 2` for others. In operation each process is a service of its own behind nginx: docs/scaling.md.
 */
try {
  const config = readConfig();
  const log = openLog(config.logLevel);
  const cluster = await startCluster(config, {
    ...readCounts(),
    log,
    onProcess: (name, pid) => process.stdout.write(`${name} is process ${pid}\n`),
  });
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void cluster.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  process.stdout.write(`Vestibule is ready at ${cluster.address}\n`);
  if (cluster.metrics !== null) process.stdout.write(`Metrics are at ${cluster.metrics}\n`);
  if (config.demo) process.stdout.write(`Sign in as ${demoSignIns[3].email} with ${demoPassword}\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exit(1);
}

function readCounts(): { webs: number; workers: number } {
  const { values } = parseArgs({
    options: { webs: { type: 'string', default: '3' }, workers: { type: 'string', default: '1' } },
  });
  const [webs, workers] = [Number(values.webs), Number(values.workers)];
  const isCount = (count: number) => Number.isInteger(count) && count >= 1 && count <= 32;
  if (isCount(webs) && isCount(workers)) return { webs, workers };
  throw new CannotStart('--webs and --workers take numbers from 1 to 32.');
}
