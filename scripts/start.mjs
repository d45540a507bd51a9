import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { launch } from './launch.mjs';
import { server } from './workspace.mjs';

await launch(server, async () => {
  await ensureInstalled();
  await ensureBuilt();
});
