import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Refusal } from '../http/refusal.ts';
import type { DecoderMessage, Picture } from './picture.ts';

/**
 * In milliseconds: how long a file may take in all, how long of that it may wait for its turn, how long it may at least be worked on, and
 * how long the process may take to start.
 */
const patience = { whole: 2_800, turn: 1_500, atLeast: 1_200, start: 20_000 };
/** How many are decoded side by side; more would take memory and no less time. */
const atOnce = 2;

let running = 0;
const waiting = new Set<() => void>();

/**
 * Draws anew what a file shows, in a process of its own. Metadata, further frames and whatever else is in the file are gone.
 * @throws {Refusal} `wrongMimetype` for a file that is no PNG, JPEG or SVG, is damaged, has more pixels or takes longer than
 * a picture may; `unavailable` when others keep it from its turn and somebody waits for the answer.
 */
export async function decode(file: Buffer, { isAwaited = true } = {}): Promise<Picture> {
  const begun = performance.now();
  await turn(isAwaited ? patience.turn : undefined);
  try {
    return await decodeApart(file, isAwaited ? begun : performance.now());
  } finally {
    endTurn();
  }
}

/** Waits for the turn, at most for `ms`. @throws {Refusal} `unavailable` */
async function turn(ms: number | undefined): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  waiting.add(resolve);
  const late = () => {
    waiting.delete(resolve);
    reject(new Refusal('unavailable'));
  };
  const timer = ms === undefined ? undefined : setTimeout(late, ms);
  await promise;
  clearTimeout(timer);
}

/** Hands the turn to who has waited longest. */
function endTurn(): void {
  const [next] = waiting;
  if (!next) {
    running -= 1;
    return;
  }
  waiting.delete(next);
  next();
}

async function decodeApart(file: Buffer, begun: number): Promise<Picture> {
  const decoder = fork(join(import.meta.dirname, 'decoder.ts'), [], {
    // Nothing of ours: no key, no address of the database.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
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
