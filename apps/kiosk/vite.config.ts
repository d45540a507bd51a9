import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { compressed, isOfEntry, withoutJsonSchema } from '../../scripts/vite-plugins.ts';
import manifest from './package.json' with { type: 'json' };

/** Where the server is, while the kiosk is developed on its own. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';

/** Writes the service worker, which keeps the page and every file of this build. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const file = path.join(import.meta.dirname, 'worker/service-worker.ts');
      const source = await readFile(file, 'utf8');
      const built = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'));
      const files = ['/kiosk', '/kiosk/icon.svg', ...built.map(({ fileName }) => `/kiosk/${fileName}`)];
      const hash = createHash('sha256').update(source);
      for (const each of Object.values(bundle)) hash.update(each.type === 'chunk' ? each.code : each.source);
      const { code } = await transformWithOxc(source, file, {
        define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
      });
      this.emitFile({
        type: 'asset',
        fileName: 'service-worker.js',
        source: code.replace(/^\/\/# sourceMappingURL.*$/m, ''),
      });
    },
  },
};

/** The first load in one file: what is shared with a later screen would else be a file of its own. */
const firstLoad: Rolldown.CodeSplittingGroup = { name: (id, context) => (isOfEntry(id, context) ? 'kiosk' : null) };

export default defineConfig({
  base: '/kiosk/',
  define: { APP_VERSION: JSON.stringify(manifest.version) },
  plugins: [react(), withoutJsonSchema, serviceWorker, compressed],
  build: {
    target: 'es2023',
    // The service worker has the files already, and a browser does not let it answer a preload.
    modulePreload: false,
    rolldownOptions: {
      // Stating an endpoint or a schema does nothing by itself, so those that the kiosk does not use are left out.
      treeshake: { manualPureFunctions: ['endpoint', 'z', 'line', 'requiredLine', 'unchanged'] },
      output: { codeSplitting: { groups: [firstLoad] } },
    },
  },
  server: { proxy: { '/api': { target: api, ws: true }, '/files': { target: api } } },
});
