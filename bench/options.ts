import { parseArgs } from 'node:util';

const parts = [
  'list',
  'register',
  'pass',
  'row-security',
  'growth',
  'guests',
  'live',
  'hostile',
  'tenants',
  'retention',
  'web-processes',
  'kiosks',
  'storm',
  'escalation',
  'administration',
  'console',
  'guest-pages',
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

export const usage = `npm run bench -- [options]
  --sizes 10000,100000   visitors of each house, at least 1000
  --only list,live       some parts: ${parts.join(', ')}
  --kiosks 2000          kiosks of the parts kiosks and storm
  --minutes 1            duration of the part kiosks
  --expired 100000       visits that the part retention removes
  --write FILE           writes the table into a document`;

/**
 * Returns null for `--help`.
 * @throws {Error} for an unknown option
 */
export function readOptions(): Options | null {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', default: false },
      sizes: { type: 'string', default: '10000,100000,1000000' },
      only: { type: 'string', default: parts.join(',') },
      expired: { type: 'string', default: '100000' },
      kiosks: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '1' },
      write: { type: 'string' },
    },
  });
  if (values.help) return null;
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
