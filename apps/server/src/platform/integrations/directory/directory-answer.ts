import type { z } from 'zod';
import { DirectoryFailed } from './directory.ts';
import { type Answer, type Call, NoAnswer, readJson, type Transport } from '../http-call.ts';

export async function ask(send: Transport, call: Call): Promise<Answer> {
  try {
    return await send(call);
  } catch (error) {
    if (error instanceof NoAnswer) throw new DirectoryFailed('directoryUnavailable', error.message, { cause: error });
    throw error;
  }
}

export function read<Shape extends z.ZodType>(answer: Answer, shape: Shape): z.output<Shape> {
  const { data } = shape.safeParse(readJson(answer));
  // Answers contain personal data, so none is quoted.
  if (data === undefined) {
    throw new DirectoryFailed(
      'directoryUnavailable',
      `the directory answered ${answer.status} with something unreadable`,
    );
  }
  return data;
}

export function codeOf(answer: Answer, shape: z.ZodType<string>): string {
  const code = shape.safeParse(readJson(answer)).data ?? '';
  return /^[\w.-]{1,60}$/.test(code) ? code : 'no code';
}

export function firstText(...texts: (string | null | undefined)[]): string | null {
  return texts.map((text) => text?.trim()).find(Boolean) ?? null;
}

export function unseen<Row extends { id: string }>(rows: readonly Row[], seen: Set<string>): Row[] {
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
