import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import {
  compressed,
  isOfEntry,
  serviceWorker,
  withoutIndentation,
  withoutJsonSchema,
} from '../../scripts/vite-plugins.ts';

/** Where the server is, while the console is developed on its own. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';
/** Where the kiosk's development server is, beside which this one runs; else the server has it as it was built. */
const kiosk = process.env.VESTIBULE_KIOSK ?? api;

const library = /node_modules[\\/]/;
/** A library of which the first load and the dialogs use different parts. */
const divided = /node_modules[\\/](@mantine|lucide-react)[\\/]/;

/**
 * The first load in two files: the libraries, which a browser keeps from release to release, and ours. Without this it
 * is a file for each part that a later screen shares with it; forty small files take more requests and compress worse.
 */
const firstLoad: Rolldown.CodeSplittingGroup[] = [
  {
    name: (id, context) => (library.test(id) && !divided.test(id) && isOfEntry(id, context) ? 'libraries' : null),
    debugName: 'libraries',
    priority: 2,
  },
  {
    name: (id, context) => (!library.test(id) && isOfEntry(id, context) ? 'console' : null),
    debugName: 'console',
    priority: 1,
  },
];

/** Leaves out zod's own sentences: what is wrong with a value is said by our keys. */
const withoutSentences: Plugin = {
  name: 'without-sentences',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]locales[\\/]en\.js$/ },
    handler: () => ({ code: "export default () => ({ localeError: () => 'Invalid input' });", map: null }),
  },
};

/** Keeps the screen of a roll call, while it is open. */
const keepsRollCall = serviceWorker({
  file: path.join(import.meta.dirname, 'worker/roll-call-service-worker.ts'),
  base: '/',
  pages: ['/', '/before.js'],
});

export default defineConfig({
  plugins: [react(), withoutJsonSchema, withoutSentences, withoutIndentation, keepsRollCall, compressed],
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
      output: { codeSplitting: { groups: firstLoad } },
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
