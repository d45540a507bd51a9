import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { launch } from './launch.mjs';

await launch(['apps/server/src/commands/cluster.ts', ...process.argv.slice(2)], async () => {
  await ensureInstalled();
  await ensureBuilt();
});
