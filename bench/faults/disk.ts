import { execFile } from 'node:child_process';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Outcome, readyWithin, seconds, underLoad } from './fault.ts';
import { Installation } from './installation.ts';

const run = promisify(execFile);
const megabytes = 400;
const fault = `full disk: a tmpfs of ${megabytes} MB with the data`;

/** Needs root. */
export async function fillDisk(disk: string): Promise<Outcome> {
  if (process.getuid?.() !== 0) return { fault, result: 'not tried: only root may mount a small disk', broken: [] };
  await mkdir(disk);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', disk]);
  try {
    await chmod(disk, 0o711);
    const installation = await Installation.in(disk);
    try {
      return await fillUp(installation, join(disk, 'filler'));
    } finally {
      await installation.stop();
    }
  } finally {
    await run('umount', ['-l', disk]);
  }
}

function fillUp(installation: Installation, filler: string): Promise<Outcome> {
  return underLoad(installation, fault, async ({ desks: { ledger } }) => {
    await sleep(500);
    await fill(filler);
    const before = ledger.answers.get(201) ?? 0;
    const end = performance.now() + 10_000;
    // Also fills the room that PostgreSQL frees.
    while (performance.now() < end) {
      await fill(filler);
      await sleep(100);
    }
    const refused = (ledger.answers.get(503) ?? 0) + (ledger.answers.get('none') ?? 0);
    const during = (ledger.answers.get(201) ?? 0) - before;
    await rm(filler);
    const wentAway = !installation.isUp;
    const ready = wentAway ? await installation.start() : await installation.untilReady();
    await sleep(500);
    return {
      result: `${during} registrations went through while full, ${refused} calls were refused, ${wentAway ? 'the program ended by itself' : 'the program stayed up'}, ready ${seconds(ready)} after there was room`,
      broken: [
        ...(refused === 0 ? ['no call was refused: the disk was not full'] : []),
        ...(ready > readyWithin ? [`ready again only after ${seconds(ready)}`] : []),
      ],
    };
  });
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'a');
  const block = Buffer.alloc(1 << 16);
  try {
    for (;;) await handle.write(block);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await handle.close();
  }
}
