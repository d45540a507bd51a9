import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Refusal } from '../http/refusal.ts';
import type { DecoderMessage, Picture } from './picture.ts';

/** How long one file may take from its turn on, in milliseconds, and for how long of that it may at least be worked on. */
const patience = { whole: 2_800, atLeast: 1_200, start: 20_000 };
/** How many are decoded side by side; more would take memory and no less time. */
const atOnce = 2;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Draws anew what a file shows, in a process of its own. Metadata, further frames and whatever else is in the file are gone.
 * @throws {Refusal} `wrongMimetype` for a file that is no PNG, JPEG or SVG, is damaged, has more pixels or takes longer than
 * a picture may.
 */
export async function decode(file: Buffer): Promise<Picture> {
  await turn();
  try {
    return await decodeApart(file);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

async function turn(): Promise<void> {
  while (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
}

async function decodeApart(file: Buffer): Promise<Picture> {
  const decoder = fork(join(import.meta.dirname, 'decoder.ts'), [], {
    // Nothing of ours: no key, no address of the database.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const begun = performance.now();
  try {
    const ready = await nextMessage(decoder, patience.start);
    if (ready?.is !== 'ready') throw new Error('the process that decodes pictures did not start');
    decoder.send(file);
    const left = Math.round(Math.max(patience.atLeast, patience.whole - (performance.now() - begun)));
    const answer = await nextMessage(decoder, left);
    if (answer?.is !== 'picture') throw new Refusal('wrongMimetype');
    const { bytes, type, thumbnail } = answer.picture;
    return { bytes: Buffer.from(bytes), type, thumbnail: Buffer.from(thumbnail) };
  } finally {
    decoder.kill('SIGKILL');
  }
}

/** The next message, or undefined when the process ends first or the time is over. */
async function nextMessage(decoder: ChildProcess, ms: number): Promise<DecoderMessage | undefined> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ms)]);
  try {
    const [message] = await Promise.race([
      once(decoder, 'message', { signal }),
      once(decoder, 'exit', { signal }).then(() => []),
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- decoder.ts sends nothing else
    return message as DecoderMessage | undefined;
  } catch {
    return undefined;
  } finally {
    over.abort();
  }
}
