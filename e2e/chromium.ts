import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { memoryFolder } from '../scripts/memory-folder.mjs';

/** What Playwright needs to launch a Chromium: its `launchOptions`. */
export interface Chromium {
  executablePath: string;
  args: string[];
  /** Of those that Playwright gives by itself. */
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
  // A tenth of the work of a page that lives for a second: a process less, and no optimizing of scripts that run once.
  '--in-process-gpu',
  // Our pages are groups of their own (Cross-Origin-Opener-Policy), so that each throws away the process of the blank page before it.
  '--renderer-process-limit=1',
  '--js-flags=--no-maglev --no-turbofan',
];

/**
 * The Chromium of the machine, else the one that comes as a package, with the libraries and the font that a bare system
 * lacks. Nothing is downloaded.
 */
export async function findChromium(): Promise<Chromium> {
  // A tenth less work than with files of the temporary folder.
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

/** The folder of the package's Chromium, unpacked once for an installation and whole when it is there. */
async function unpacked() {
  const cache = path.resolve(import.meta.dirname, '../node_modules/.cache/vestibule');
  const folder = path.join(cache, 'chromium');
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(path.join(cache, 'unpacking-'));
  // The package unpacks into the temporary folder, and the libraries only where it believes to be in its usual home.
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  const module = import.meta.resolve('@sparticuz/chromium');
  const script = `import('${module}').then(({ default: chromium }) => chromium.executablePath())`;
  await promisify(execFile)(process.execPath, ['--eval', script], { env });
  await writeFile(path.join(unfinished, 'fonts.conf'), fontSettings(path.join(folder, 'fonts')));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    // Another worker was quicker.
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
