import type { z } from 'zod';
import { DirectoryFailed } from './directory.ts';
import { type Answer, type Call, NoAnswer, readJson, type Transport } from './http-call.ts';

/** Sends a call to a directory. @throws {DirectoryFailed} when no answer comes */
export async function ask(send: Transport, call: Call): Promise<Answer> {
  try {
    return await send(call);
  } catch (error) {
    if (error instanceof NoAnswer) throw new DirectoryFailed('directoryUnavailable', error.message, { cause: error });
    throw error;
  }
}

/** What an answer says. @throws {DirectoryFailed} when it is not of that shape */
export function read<Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> {
  const { data } = shape.safeParse(readJson(answer));
  // Answers hold people, so not even a part of one is quoted.
  if (data === undefined) {
    throw new DirectoryFailed(
      'directoryUnavailable',
      `the directory answered ${answer.status} with something unreadable`,
    );
  }
  return data;
}

/** What a refusal calls itself, for a log line; nothing that the directory made up freely. */
export function codeOf(answer: Answer, shape: z.ZodType<string>): string {
  const code = shape.safeParse(readJson(answer)).data ?? '';
  return /^[\w.-]{1,60}$/.test(code) ? code : 'no code';
}

/** The first text that says something. */
export function firstText(...texts: (string | null | undefined)[]): string | null {
  return texts.map((text) => text?.trim()).find(Boolean) ?? null;
}

/** Those whom `seen` does not have yet, each once; from now on it has them. */
export function unseen<Row extends { id: string }>(rows: readonly Row[], seen: Set<string>): Row[] {
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
