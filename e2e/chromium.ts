import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { memoryFolder } from '../scripts/memory-folder.mjs';

export interface Chromium {
  executablePath: string;
  args: string[];
  /** Playwright's default arguments to drop. */
  ignoreDefaultArgs: string[];
  env: NodeJS.ProcessEnv;
}

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // One process less and no optimizing compiler: a tenth less work for short-lived pages.
  '--in-process-gpu',
  // COOP gives our pages their own process, so the blank page's process would be discarded.
  '--renderer-process-limit=1',
  '--js-flags=--no-maglev --no-turbofan',
];

/** Unpacks the npm package if no Chromium is installed. Downloads nothing. */
export async function findChromium(): Promise<Chromium> {
  // Shared memory takes a tenth less work than the temporary folder.
  const ignoreDefaultArgs = memoryFolder(1_000_000_000) ? ['--disable-dev-shm-usage'] : [];
  const executablePath = installed.find((file) => existsSync(file));
  if (executablePath) return { executablePath, args, ignoreDefaultArgs, env: process.env };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`No Chromium is installed, looked at ${installed.join(', ')}.`);
  }
  const folder = await unpacked();
  return {
    executablePath: path.join(folder, 'chromium'),
    args,
    ignoreDefaultArgs,
    env: { ...process.env, LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: folder },
  };
}

/** Unpacks once. The rename makes the folder appear only when complete. */
async function unpacked() {
  const cache = path.resolve(import.meta.dirname, '../node_modules/.cache/vestibule');
  const folder = path.join(cache, 'chromium');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(path.join(cache, 'unpacking-'));
  // The package unpacks into `TMPDIR`, and adds the libraries only on AWS Lambda.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const module = import.meta.resolve('@sparticuz/chromium');
  const script = `import('${module}').then(({ default: chromium }) => chromium.executablePath())`;
  await promisify(execFile)(process.execPath, ['--eval', script], { env });
  await writeFile(path.join(unfinished, 'fonts.conf'), fontSettings(path.join(folder, 'fonts')));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(folder)) throw error;
    await rm(unfinished, { recursive: true });
  }
  return folder;
}

function fontSettings(folder: string) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}
