import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { nextMessage, startDecoder } from './isolation.ts';
import type { Picture } from './picture.ts';

/** In milliseconds: how long a file may take in all, how long of that it may wait for its turn, and how long it may at least be worked on. */
const patience = { whole: 2_800, turn: 1_500, atLeast: 1_200 };
/** How many are decoded side by side; more would take memory and no less time. */
const atOnce = 2;

/** A hostile file may have taken over the process, so its answer is checked. */
const Answer = z.object({
  is: z.literal('picture'),
  picture: z.object({
    bytes: z.instanceof(Uint8Array),
    type: z.enum(['image/png', 'image/jpeg']),
    thumbnail: z.instanceof(Uint8Array),
  }),
});

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
  const decoder = await startDecoder();
  try {
    decoder.send(file);
    const left = Math.round(Math.max(patience.atLeast, patience.whole - (performance.now() - begun)));
    const answer = Answer.safeParse(await nextMessage(decoder, left));
    if (!answer.success) throw new Refusal('wrongMimetype');
    const { bytes, type, thumbnail } = answer.data.picture;
    return { bytes: Buffer.from(bytes), type, thumbnail: Buffer.from(thumbnail) };
  } finally {
    decoder.kill('SIGKILL');
  }
}
