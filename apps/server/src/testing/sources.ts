import path from 'node:path';
import { getCallSites } from 'node:util';
import { DefaultQueryCompiler } from 'kysely';
import { afterFile } from './after-file.ts';

const root = path.resolve(import.meta.dirname, '..');
const deepest = 40;

/** Returns how to find the modules that built a statement, until the end of the file. Modules of fragments are not known. */
export function traceSources(): (statement: string) => ReadonlySet<string> {
  const sources = new Map<string, Set<string>>();
  // oxlint-disable-next-line typescript/unbound-method -- the replacement calls it with its own `this`
  const { compileQuery } = DefaultQueryCompiler.prototype;
  DefaultQueryCompiler.prototype.compileQuery = function (node, id) {
    const compiled = compileQuery.call(this, node, id);
    const known = sources.get(compiled.sql) ?? new Set();
    sources.set(compiled.sql, known);
    for (const { scriptName } of getCallSites(deepest)) {
      const module = path.relative(root, scriptName.replace(/^file:\/\//, ''));
      if (isOfProgram(module)) known.add(module);
    }
    return compiled;
  };
  afterFile(() => {
    DefaultQueryCompiler.prototype.compileQuery = compileQuery;
    return Promise.resolve();
  });
  return (statement) => sources.get(statement) ?? new Set();
}

function isOfProgram(module: string): boolean {
  return !/^(\.\.|testing\/|node:)|\.test\.ts$/.test(module);
}
