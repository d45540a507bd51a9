import { z } from 'zod';
import { isFileName } from '../pictures/file-name.ts';
import { CannotRestore } from './cannot-restore.ts';

/*
 * What a backup holds, compressed and encrypted: frames of a letter, a length in four bytes, and so many bytes. In this order: the
 * manifest; for each table its name and columns, then its rows as COPY writes them; each file, its name and then its bytes; the end,
 * with how much there was.
 */

export const Manifest = z.object({
  madeAt: z.iso.datetime(),
  /** The migrations that the rows are of, the oldest first. */
  migrations: z.array(z.string()),
  /** Sealed with the program's key, to tell whether the same is at hand when it is restored; in base64. */
  probe: z.string(),
  /** The key that the program keeps in its folder, where it has no SECRET_KEY. */
  secretKey: z.string().min(32).nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });
export type Table = z.infer<typeof Table>;
const File = z.object({ name: z.string().refine(isFileName), type: z.enum(['image/png', 'image/jpeg']) });
const End = z.object({
  rows: z.record(z.string(), z.int()),
  /** The highest number that each identity column has given out. */
  sequences: z.record(z.string(), z.int()),
  files: z.int(),
});
export type End = z.infer<typeof End>;

export type Frame =
  | { is: 'manifest'; manifest: Manifest }
  | { is: 'table'; table: Table }
  | { is: 'rows'; bytes: Buffer }
  | ({ is: 'file'; bytes: Buffer } & z.infer<typeof File>)
  | { is: 'end'; end: End };

const letters = { manifest: 'M', table: 'T', rows: 'R', file: 'F', bytes: 'B', end: 'E' } as const;
const headLength = 5;
/** No frame is longer; an image is a few megabytes. */
const longest = 256 * 1024 * 1024;

/** A frame as it stands in a backup, which `readFrames` reads. A file is two: what it is, and its bytes. */
export function toBytes(frame: Frame): Buffer[] {
  switch (frame.is) {
    case 'manifest':
      return raw(letters.manifest, json(frame.manifest));
    case 'table':
      return raw(letters.table, json(frame.table));
    case 'rows':
      return raw(letters.rows, frame.bytes);
    case 'file':
      return [...raw(letters.file, json({ name: frame.name, type: frame.type })), ...raw(letters.bytes, frame.bytes)];
    case 'end':
      return raw(letters.end, json(frame.end));
  }
}

function raw(letter: string, body: Buffer): Buffer[] {
  const head = Buffer.alloc(headLength);
  head.write(letter, 'latin1');
  head.writeUInt32BE(body.length, 1);
  return [head, body];
}

/** The frames of a backup. @throws {CannotRestore} where it holds something else, or has no end. */
export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let named: z.infer<typeof File> | undefined;
  let hasEnded = false;
  for await (const { letter, body } of readRaw(stream)) {
    if (hasEnded) throw unreadable();
    switch (letter) {
      case letters.manifest:
        yield { is: 'manifest', manifest: parse(Manifest, body) };
        break;
      case letters.table:
        yield { is: 'table', table: parse(Table, body) };
        break;
      case letters.rows:
        yield { is: 'rows', bytes: body };
        break;
      case letters.file:
        named = parse(File, body);
        break;
      case letters.bytes:
        if (!named) throw unreadable();
        yield { is: 'file', ...named, bytes: body };
        named = undefined;
        break;
      case letters.end:
        hasEnded = true;
        yield { is: 'end', end: parse(End, body) };
        break;
      default:
        throw unreadable();
    }
  }
  if (!hasEnded) throw unreadable();
}

async function* readRaw(stream: AsyncIterable<Buffer>): AsyncGenerator<{ letter: string; body: Buffer }> {
  let waiting: Buffer[] = [];
  let waits = 0;
  let wanted = headLength;
  for await (const chunk of stream) {
    waiting.push(chunk);
    waits += chunk.length;
    if (waits < wanted) continue;
    let rest = Buffer.concat(waiting);
    while (rest.length >= headLength) {
      const end = headLength + rest.readUInt32BE(1);
      if (end > longest) throw unreadable();
      wanted = end;
      if (rest.length < end) break;
      yield { letter: rest.toString('latin1', 0, 1), body: rest.subarray(headLength, end) };
      rest = rest.subarray(end);
      wanted = headLength;
    }
    waiting = [rest];
    waits = rest.length;
  }
  if (waits > 0) throw unreadable();
}

function parse<Value>(schema: z.ZodType<Value>, body: Buffer): Value {
  try {
    return schema.parse(JSON.parse(body.toString()));
  } catch {
    throw unreadable();
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function unreadable(): CannotRestore {
  return new CannotRestore('the backup was made by another version of Vestibule, which writes them differently');
}
