import path from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import {
  compressed,
  iconModules,
  isOfEntry,
  isOfSeveralLater,
  locales,
  serviceWorker,
  withoutIndentation,
  withoutFrameworkMode,
  withoutJsonSchema,
  withoutSentences,
  withoutServerParts,
} from '../../scripts/vite-plugins.ts';

/** The server during development of the console alone. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';
/** The development server of the kiosk; else the server delivers its build. */
const kiosk = process.env.VESTIBULE_KIOSK ?? api;

const library = /node_modules[\\/]/;
/** Libraries whose parts are divided between the first load and the dialogs. */
const divided =
  /node_modules[\\/](react-aria-components|react-aria|react-stately|@internationalized)[\\/]|node_modules[\\/]@tanstack[\\/].*(queries|infinite)/i;
/** As large as all other later libraries together. A dialog needs it only when a phone is typed. */
const large = /node_modules[\\/]libphonenumber-js[\\/]/;
const rare: [name: string, files: RegExp][] = [
  [
    'dates',
    /ui[\\/]src[\\/]DateFields\.|@internationalized[\\/]date[\\/]|[\\/](datepicker|calendar)[\\/]|react-aria-components.*(Date|Calendar)/,
  ],
  ['drops', /ui[\\/]src[\\/]DropZone\.|[\\/]dnd[\\/]|react-aria-components.*(DropZone|FileTrigger)/],
];

/**
 * The first load has two files: libraries, which browsers cache across releases, and our code. Without groups the build makes forty files
 * for the first load, and seventy more at the first move of the mouse.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, context) => (library.test(id) && !divided.test(id) && isOfEntry(id, context) ? 'libraries' : null),
    debugName: 'libraries',
    priority: 4,
  },
  {
    name: (id, context) => (!library.test(id) && isOfEntry(id, context) ? 'console' : null),
    debugName: 'console',
    priority: 3,
  },
  {
    name: (id, context) => (isOfEntry(id, context) ? null : (rare.find(([, files]) => files.test(id))?.[0] ?? null)),
    debugName: 'rare',
    priority: 2.5,
    // Leaves code that other controls share in their chunk.
    includeDependenciesRecursively: false,
  },
  {
    name: (id, context) => (library.test(id) && !large.test(id) && isOfSeveralLater(id, context) ? 'controls' : null),
    debugName: 'controls',
    priority: 2,
  },
  {
    name: (id, context) => (!library.test(id) && isOfSeveralLater(id, context) ? 'shared' : null),
    debugName: 'shared',
    priority: 1,
  },
];

function chunkFileNames({ name, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (name !== 'dialogs' || !facadeModuleId) return 'assets/[name]-[hash].js';
  return `assets/${path.basename(path.dirname(facadeModuleId))}-dialogs-[hash].js`;
}

const keepsRollCall = serviceWorker({
  file: path.join(import.meta.dirname, 'worker/roll-call-service-worker.ts'),
  base: '/',
  pages: ['/', '/before.js'],
});

export default defineConfig({
  plugins: [
    react(),
    withoutJsonSchema,
    optimizeLocales.vite({ locales }),
    withoutFrameworkMode,
    withoutSentences,
    withoutServerParts,
    iconModules,
    withoutIndentation,
    keepsRollCall,
    compressed,
  ],
  build: {
    // Read by the check of the first load.
    manifest: true,
    target: 'es2023',
    // The target browsers preload modules without a polyfill. A list of the dependencies of later files would add 2 KB to the first load.
    // Stylesheets are preloaded, so that no screen shows without them.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      input: { console: path.join(import.meta.dirname, 'index.html') },
      output: { codeSplitting: { groups }, chunkFileNames },
    },
  },
  // React has the hook that its shim adds to older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/files': { target: api },
      '^/kiosk(/|$)': { target: kiosk, rewrite: (path) => path.replace(/^\/kiosk$/, '/kiosk/') },
    },
  },
});
