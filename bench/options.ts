import { parseArgs } from 'node:util';

const parts = [
  'list',
  'register',
  'row-security',
  'growth',
  'live',
  'hostile',
  'tenants',
  'retention',
  'cluster',
  'kiosks',
  'storm',
  'administration',
  'console',
  'start',
] as const;
export type Part = (typeof parts)[number];

export interface Options {
  sizes: number[];
  parts: ReadonlySet<Part>;
  expired: number;
  kiosks: { count: number; minutes: number };
  write: string | undefined;
}

/**
 * Reads `--sizes 10000,100000`, `--only list,live` and `--write docs/benchmarks.md`.
 * @throws {Error} for anything else.
 */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10000,100000,1000000' },
      only: { type: 'string', default: parts.join(',') },
      expired: { type: 'string', default: '100000' },
      kiosks: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '1' },
      write: { type: 'string' },
    },
  });
  const sizes = values.sizes.split(',').map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 1000)) throw new Error('--sizes takes numbers from 1000.');
  return {
    sizes: sizes.toSorted((one, other) => one - other),
    parts: new Set(values.only.split(',').map(readPart)),
    expired: Number(values.expired),
    kiosks: { count: Number(values.kiosks), minutes: Number(values.minutes) },
    write: values.write,
  };
}

function readPart(name: string): Part {
  const part = parts.find((known) => known === name);
  if (!part) throw new Error(`--only takes ${parts.join(', ')}.`);
  return part;
}
