import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

/** Separate packages: they equal a seventh of all others, and only the bench needs them. */
const folder = path.join(import.meta.dirname, 'lighthouse');
const program = path.join(folder, 'node_modules/lighthouse/cli/index.js');

const execute = promisify(execFile);

const Score = z.object({ score: z.number() });
const Report = z.object({
  categories: z.object({ performance: Score, accessibility: Score }),
  audits: z.object({ interactive: z.object({ numericValue: z.number() }) }),
});

export interface Judgment {
  performance: number;
  accessibility: number;
  /** Seconds until the page answers input. */
  interactive: number;
}

export async function installLighthouse(): Promise<void> {
  if (existsSync(program)) return;
  await execute('npm', ['ci', '--include=dev', '--prefix', folder, '--loglevel=error']);
}

/** `port` is the browser's debugging port. */
export async function judge(
  url: string,
  port: number,
  { cookie, isMobile = false }: { cookie?: string; isMobile?: boolean } = {},
): Promise<Judgment> {
  // Without a preset Lighthouse simulates a phone on a slow network.
  const preset = isMobile ? [] : ['--preset=desktop'];
  const asked = ['--only-categories=performance,accessibility', ...preset, '--output=json', '--quiet'];
  const headers = cookie === undefined ? [] : ['--extra-headers', JSON.stringify({ cookie })];
  const { stdout } = await execute(process.execPath, [program, url, `--port=${port}`, ...asked, ...headers], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const { categories, audits } = Report.parse(JSON.parse(stdout));
  return {
    performance: categories.performance.score * 100,
    accessibility: categories.accessibility.score * 100,
    interactive: audits.interactive.numericValue / 1_000,
  };
}
