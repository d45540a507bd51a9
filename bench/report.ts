import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

export interface Figure {
  what: string;
  measured: number;
  unit: '' | 'ms' | 'MB' | 'KB' | 's' | '/s';
  /** Absent if the figure only explains another. */
  target?: { atLeast: number; aim: number } | { atMost: number; aim: number };
  from?: string;
}

export function tableOf(figures: readonly Figure[]): string {
  const head = ['figure', 'to reach', 'aim', 'measured', '', 'from'];
  const rows = figures.map(({ what, measured, unit, target, from = '' }) => [
    what,
    target ? `${'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`} ${unit}`.trim() : '',
    target ? `${target.aim} ${unit}`.trim() : '',
    `${round(measured)} ${unit}`.trim(),
    target ? verdict(measured, target) : '',
    from,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0), 3));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function verdict(measured: number, target: NonNullable<Figure['target']>): string {
  const isReached = 'atLeast' in target ? measured >= target.atLeast : measured <= target.atMost;
  const isAimed = 'atLeast' in target ? measured >= target.aim : measured <= target.aim;
  if (isAimed) return 'ok, aim';
  return isReached ? 'ok' : 'short';
}

export function round(value: number): string {
  if (!Number.isFinite(value)) return 'not measured';
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** Only ratios carry over to another machine. */
export function machine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.version}`;
}

/** Replaces the text between the two marks with the name `place`. */
export async function writeInto(file: string, text: string, place = 'figures'): Promise<void> {
  const marks = [`<!-- ${place} -->`, `<!-- /${place} -->`] as const;
  const document = await readFile(file, 'utf8');
  const [before, rest = ''] = document.split(marks[0]);
  const after = rest.split(marks[1])[1];
  if (before === undefined || after === undefined) throw new Error(`${file} has no place for the figures.`);
  await writeFile(file, `${before}${marks[0]}\n${text}\n${marks[1]}${after}`);
}
