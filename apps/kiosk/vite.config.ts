import path from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import {
  compressed,
  iconModules,
  isOfEntry,
  isPartOf,
  locales,
  pureFunctions,
  serviceWorker,
  withoutIndentation,
  withoutJsonSchema,
  withoutSentences,
  withoutServerParts,
} from '../../scripts/vite-plugins.ts';
import manifest from './package.json' with { type: 'json' };

const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';

const keepsApp = serviceWorker({
  file: path.join(import.meta.dirname, 'worker/service-worker.ts'),
  base: '/kiosk/',
  pages: ['/kiosk', '/kiosk/icon.svg'],
});

const isWelcome = ({ id }: Rolldown.ModuleInfo) => id.endsWith('/visit/VisitScreens.tsx');

/** Two files up to the welcome screen: one for the page, one for the visit. */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: (id, context) => (isOfEntry(id, context) ? 'kiosk' : null), priority: 2 },
  { name: (id, context) => (isPartOf(id, context, isWelcome) ? 'visit' : null), priority: 1 },
];

export default defineConfig({
  base: '/kiosk/',
  define: { APP_VERSION: JSON.stringify(manifest.version) },
  plugins: [
    react(),
    withoutJsonSchema,
    optimizeLocales.vite({ locales }),
    withoutSentences,
    withoutServerParts,
    iconModules,
    withoutIndentation,
    keepsApp,
    compressed,
  ],
  build: {
    manifest: true,
    target: 'es2023',
    // The service worker has the files, and browsers do not let it answer a preload.
    modulePreload: false,
    rolldownOptions: {
      treeshake: { manualPureFunctions: pureFunctions },
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': { target: api, ws: true }, '/files': { target: api } } },
});
