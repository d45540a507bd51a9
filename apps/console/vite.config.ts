import path from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import {
  compressed,
  isOfEntry,
  isOfSeveralLater,
  locales,
  serviceWorker,
  withoutIndentation,
  withoutJsonSchema,
  withoutSentences,
  withoutServerParts,
} from '../../scripts/vite-plugins.ts';

/** Where the server is, while the console is developed on its own. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';
/** Where the kiosk's development server is, beside which this one runs; else the server has it as it was built. */
const kiosk = process.env.VESTIBULE_KIOSK ?? api;

const library = /node_modules[\\/]/;
/** A library, or the parts of one, of which the first load and the dialogs use different ones. */
const divided =
  /node_modules[\\/](react-aria-components|react-aria|react-stately|@internationalized)[\\/]|node_modules[\\/]@tanstack[\\/].*(queries|infinite)/i;
/** One as large as all the others that come later, of which a dialog does without until a phone is typed. */
const large = /node_modules[\\/]libphonenumber-js[\\/]/;
/** Fields of days and times, and drop zones, with their parts of React Aria. Few screens and dialogs have them. */
const rare: [name: string, files: RegExp][] = [
  [
    'dates',
    /ui[\\/]src[\\/]DateFields\.|@internationalized[\\/]date[\\/]|[\\/](datepicker|calendar)[\\/]|react-aria-components.*(Date|Calendar)/,
  ],
  ['drops', /ui[\\/]src[\\/]DropZone\.|[\\/]dnd[\\/]|react-aria-components.*(DropZone|FileTrigger)/],
];

/**
 * The first load in two files: the libraries, which a browser keeps from release to release, and ours. What comes after it is a file for each
 * screen and one for the dialogs of a folder, and two for what those of several folders share. Left to itself the build makes one for each
 * part that some of them share: forty for the first load, and seventy more when somebody first moves the mouse.
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
    // The parts that other controls use as well stay with those.
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

/** The dialogs of a folder by its name, everything else by its own. */
function chunkFileNames({ name, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  if (name !== 'dialogs' || !facadeModuleId) return 'assets/[name]-[hash].js';
  return `assets/${path.basename(path.dirname(facadeModuleId))}-dialogs-[hash].js`;
}

/** Keeps the screen of a roll call, while it is open. */
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
    withoutSentences,
    withoutServerParts,
    withoutIndentation,
    keepsRollCall,
    compressed,
  ],
  build: {
    // Which file has which module, for the check of the first load.
    manifest: true,
    target: 'es2023',
    // Every browser of the target preloads modules by itself, those that the page names. What each later file needs is found out when
    // it is fetched: the list of it would be 2 KB of the first load. Styles are awaited, so that no screen shows without them.
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
  server: {
    proxy: {
      '/api': { target: api, ws: true },
      '/files': { target: api },
      '^/kiosk(/|$)': { target: kiosk, rewrite: (path) => path.replace(/^\/kiosk$/, '/kiosk/') },
    },
  },
});
