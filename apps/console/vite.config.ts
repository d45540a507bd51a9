import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** Where the server is, while the console is developed on its own. */
const api = process.env.VESTIBULE_API ?? 'http://localhost:3000';

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

/** Whether the page imports the module, directly or not, other than by fetching it later. */
function isOfEntry(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const module = context.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return module.isEntry || module.importers.some((importer) => isOfEntry(importer, context, seen));
}

/** Lays each script and style sheet beside itself in the two encodings that browsers take, so that no answer waits for it. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    // Vite itself still writes into the scripts at this point of the build.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css)$/.test(file.fileName)) continue;
        const source = file.type === 'chunk' ? file.code : file.source;
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source) });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gzipSync(source, { level: 9 }) });
      }
    },
  },
};

/**
 * Leaves out of zod what describes schemas as JSON Schema, which every schema has a method for and no browser calls: 5 KB of the
 * first load.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/ },
    handler: (code) => ({
      code: [...code.matchAll(/^export (?:const|function) (\w+)/gm)]
        .map(([, name]) => `export const ${name} = () => undefined;`)
        .join('\n'),
      map: null,
    }),
  },
};

export default defineConfig({
  plugins: [react(), withoutJsonSchema, compressed],
  build: {
    target: 'es2023',
    // Every browser of the target preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: firstLoad } } },
  },
  server: { proxy: { '/api': { target: api, ws: true }, '/files': { target: api } } },
});
