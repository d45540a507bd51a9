import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { decodeBySocket, readRightsBySocket } from './decoder-client.ts';
import { nextMessage, type Protections, protectFolders, protectionsOf, startDecoder } from './isolation.ts';
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

/** Where a service decodes instead of a process of ours. */
let socketPath: string | null = null;

let running = 0;
const waiting = new Set<() => void>();

/**
 * Chooses who decodes: the service on a socket, or processes of our own with as few rights as the system allows.
 * @returns which protections are in force.
 * @throws where pictures cannot be decoded at all.
 */
export async function chooseDecoder(socket: string | null, privateFolders: readonly string[]): Promise<Protections> {
  socketPath = socket;
  return protectionsOf(
    socket === null ? await protectFolders(privateFolders) : await readRightsBySocket(socket, privateFolders),
  );
}

/**
 * Draws anew what a file shows, in a process of its own. Metadata, further frames and whatever else is in the file are gone.
 * @throws {Refusal} `wrongMimetype` for a file that is no PNG, JPEG or SVG, is damaged, has more pixels or takes longer than
 * a picture may; `unavailable` when others keep it from its turn and somebody waits for the answer.
 */
export async function decode(file: Buffer, { isAwaited = true } = {}): Promise<Picture> {
  const begun = performance.now();
  await turn(isAwaited ? patience.turn : undefined);
  try {
    const left = timeLeft(isAwaited ? begun : performance.now());
    return socketPath === null ? await decodeApart(file, left) : await decodeBySocket(socketPath, file, left());
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

/** How many milliseconds a file has left, counted from `begun`. */
function timeLeft(begun: number): () => number {
  return () => Math.round(Math.max(patience.atLeast, patience.whole - (performance.now() - begun)));
}

/** `left` is asked for once the process is there: its start does not count. */
async function decodeApart(file: Buffer, left: () => number): Promise<Picture> {
  const decoder = await startDecoder();
  try {
    decoder.send(file);
    const answer = Answer.safeParse(await nextMessage(decoder, left()));
    if (!answer.success) throw new Refusal('wrongMimetype');
    const { bytes, type, thumbnail } = answer.data.picture;
    return { bytes: Buffer.from(bytes), type, thumbnail: Buffer.from(thumbnail) };
  } finally {
    decoder.kill('SIGKILL');
  }
}
