import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Lays each script and style sheet beside itself in the two encodings that browsers take, so that no answer waits for it. */
export const compressed: Plugin = {
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
export const withoutJsonSchema: Plugin = {
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

/** Whether the page imports the module, directly or not, other than by fetching it later. */
export function isOfEntry(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): boolean {
  const module = context.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return module.isEntry || module.importers.some((importer) => isOfEntry(importer, context, seen));
}
