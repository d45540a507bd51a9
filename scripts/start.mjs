import { ensureBuilt } from './build.mjs';
import { ensureStartInstalled } from './install.mjs';
import { launch } from './launch.mjs';
import { server } from './workspace.mjs';

await launch(server, async () => {
  await ensureStartInstalled();
  await ensureBuilt();
});
