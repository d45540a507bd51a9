import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { decodeBySocket, readRightsBySocket } from './decoder-client.ts';
import { nextMessage, type Protections, protectFolders, protectionsOf, startDecoder } from './isolation.ts';
import type { Picture } from './picture.ts';

/** Milliseconds: the whole time for a file, the wait for its turn, and the minimum of work. */
const limitsMs = { whole: 2_800, turn: 1_500, atLeast: 1_200 };
const concurrency = 2;

/** The answer is checked, because a hostile file may control the process. */
const Answer = z.object({
  is: z.literal('picture'),
  picture: z.object({
    bytes: z.instanceof(Uint8Array),
    type: z.enum(['image/png', 'image/jpeg']),
    thumbnail: z.instanceof(Uint8Array),
  }),
});

let socketPath: string | null = null;

let running = 0;
const waiting = new Set<() => void>();

/**
 * Chooses the service on a socket, or own processes with as few rights as possible.
 * @returns the protections in force.
 * @throws if pictures cannot be decoded.
 */
export async function chooseDecoder(socket: string | null, privateFolders: readonly string[]): Promise<Protections> {
  socketPath = socket;
  return protectionsOf(
    socket === null ? await protectFolders(privateFolders) : await readRightsBySocket(socket, privateFolders),
  );
}

/**
 * Draws an image again in a separate process, without metadata and further frames.
 * @throws {Refusal} `wrongMimetype` for a file that is no PNG, JPEG or SVG, is damaged, has too many pixels or takes too long;
 * `unavailable` if too many wait
 */
export async function decode(file: Buffer, { isAwaited = true } = {}): Promise<Picture> {
  const begun = performance.now();
  await turn(isAwaited ? limitsMs.turn : undefined);
  try {
    const left = timeLeft(isAwaited ? begun : performance.now());
    return socketPath === null ? await decodeApart(file, left) : await decodeBySocket(socketPath, file, left());
  } finally {
    endTurn();
  }
}

async function turn(ms: number | undefined): Promise<void> {
  if (running < concurrency) {
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

function endTurn(): void {
  const [next] = waiting;
  if (!next) {
    running -= 1;
    return;
  }
  waiting.delete(next);
  next();
}

function timeLeft(begun: number): () => number {
  return () => Math.round(Math.max(limitsMs.atLeast, limitsMs.whole - (performance.now() - begun)));
}

/** Reads `left` after the process has started, so that the start does not use up the time of the file. */
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
