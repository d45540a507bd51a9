import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type Plugin, type Rolldown, transformWithOxc } from 'vite';

/** Writes two encodings, so that no answer waits for compression. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  // Copied files are there by now too.
  async writeBundle({ dir = '' }) {
    for await (const name of glob('**/*.{js,css}', { cwd: dir })) {
      const file = path.join(dir, name);
      const source = await readFile(file);
      await writeFile(`${file}.br`, brotliCompressSync(source));
      await writeFile(`${file}.gz`, gzipSync(source, { level: 9 }));
    }
  },
};

export const locales =
  'en-US nb-NO da-DK sv-SE fi-FI nl-NL de-DE fr-FR it-IT es-ES pt-PT et-EE lv-LV lt-LT pl-PL'.split(' ');

/** Removes indentation and comments. */
export const withoutIndentation: Plugin = {
  name: 'without-indentation',
  apply: 'build',
  transformIndexHtml: { order: 'post', handler: (page) => page.replaceAll(/>\s+</g, '><') },
};

/** JSON Schema is 5 KB of the first load that no browser calls. */
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

/** Removes prefetching for a React Router server, and tracing: 3 KB of the first load. */
export const withoutFrameworkMode: Plugin = {
  name: 'without-framework-mode',
  apply: 'build',
  transform: {
    filter: {
      id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/](dom[\\/]ssr[\\/]components|router[\\/]instrumentation)\.js$/,
    },
    handler(code) {
      const mergeRefs = /^function mergeRefs\([\s\S]*?^\}$/m.exec(code)?.[0];
      const kept = new Map([
        ['mergeRefs', mergeRefs],
        [
          'FrameworkContext',
          "import { createContext } from 'react';\nconst FrameworkContext = createContext(undefined);",
        ],
        ['usePrefetchBehavior', 'const usePrefetchBehavior = () => [false, null, {}];'],
      ]);
      const exported = /^export \{ (.*) \};$/m.exec(code)?.[1]?.split(', ') ?? [];
      const lines = exported.map((name) => kept.get(name) ?? `const ${name} = () => undefined;`);
      return { code: [...lines, `export { ${exported.join(', ')} };`].join('\n'), map: null };
    },
  },
};

/** The apps have their own texts. */
export const withoutSentences: Plugin = {
  name: 'without-sentences',
  apply: 'build',
  transform: {
    filter: { id: /zod[\\/]v4[\\/]locales[\\/]en\.js$/ },
    handler: () => ({ code: "export default () => ({ localeError: () => 'Invalid input' });", map: null }),
  },
};

/** Only the server reads the summary, the permission, the refusals and the standby property of endpoints. */
export const withoutServerParts: Plugin = {
  name: 'without-server-parts',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /packages[\\/]contract[\\/]src[\\/]/, code: 'endpoint(' },
    handler: (code) => ({
      code: code
        .replaceAll(/^ +(summary:\s*(['"]).*\2|access: '[\w.]+'|standby: true),$/gm, '')
        .replaceAll(/\brefusals: \[[^\]]*\],?/g, ''),
      map: null,
    }),
  },
};

/** Makes each icon a module, so that the first load has only its own: an import of `Check` names `icons.tsx?Check`. */
export const iconModules: Plugin = {
  name: 'icon-modules',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: /icons\.tsx'|= icon\(/ },
    handler(code, id) {
      const [file = id, name] = id.split('?');
      if (file.endsWith('/icons.tsx')) {
        const [own] = name === undefined ? [] : (new RegExp(`^export const ${name} = [^;]*;$`, 'm').exec(code) ?? []);
        return own === undefined ? undefined : { code: `import { icon } from './icons.tsx';\n${own}`, map: null };
      }
      const split = code.replaceAll(
        /^import \{([^}]*)\} from '(\S*icons\.tsx)';$/gm,
        (_, names: string, from: string) =>
          names
            .split(',')
            .map((each) => each.trim())
            .filter((each) => each !== '')
            .map((each) => `import { ${each} } from '${from}?${each}';`)
            .join(' '),
      );
      return { code: split, map: null };
    },
  },
};

/** The build leaves out endpoints and schemas that an app does not use. */
export const pureFunctions = ['endpoint', 'z', 'line', 'requiredLine', 'unchanged'];

/** Whether the page imports the module, except dynamically. */
export function isOfEntry(id: string, context: Rolldown.ChunkingContext): boolean {
  return isPartOf(id, context, ({ isEntry }) => isEntry);
}

/** Follows static imports, direct or not. */
export function isPartOf(
  id: string,
  context: Rolldown.ChunkingContext,
  isRoot: (module: Rolldown.ModuleInfo) => boolean,
  seen = new Set<string>(),
): boolean {
  const module = context.getModuleInfo(id);
  if (!module || seen.has(id)) return false;
  seen.add(id);
  return isRoot(module) || module.importers.some((importer) => isPartOf(importer, context, isRoot, seen));
}

/** The page does not import the module. */
export function isOfSeveralLater(id: string, context: Rolldown.ChunkingContext): boolean {
  if (isOfEntry(id, context)) return false;
  const folders = laterOf(id, context).map((module) => path.dirname(module));
  return new Set(folders).size > 1;
}

function laterOf(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): string[] {
  const module = context.getModuleInfo(id);
  if (!module || seen.has(id)) return [];
  seen.add(id);
  const later = module.importers.flatMap((importer) => laterOf(importer, context, seen));
  return module.dynamicImporters.length > 0 ? [id, ...later] : later;
}

interface ServiceWorker {
  /** Written beside the page under the same name. */
  file: string;
  /** The app is served below it. */
  base: string;
  /** Cached beside every file of the build. */
  pages: string[];
}

/** `FILES` are all that it caches, and `VERSION` is a hash of them, so that another build has another service worker. */
export function serviceWorker({ file, base, pages }: ServiceWorker): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const source = await readFile(file, 'utf8');
        const built = Object.values(bundle).filter(({ fileName }) => fileName.startsWith('assets/'));
        const files = [...pages, ...built.map(({ fileName }) => base + fileName)];
        const hash = createHash('sha256').update(source);
        for (const each of Object.values(bundle)) hash.update(each.type === 'chunk' ? each.code : each.source);
        const { code } = await transformWithOxc(source, file, {
          define: { FILES: JSON.stringify(files), VERSION: JSON.stringify(hash.digest('hex').slice(0, 16)) },
        });
        this.emitFile({
          type: 'asset',
          fileName: `${path.parse(file).name}.js`,
          source: code.replace(/^\/\/# sourceMappingURL.*$/m, ''),
        });
      },
    },
  };
}
