import { z } from 'zod';
import { DirectoryFailed } from '../directory.ts';
import { read } from '../directory-answer.ts';
import type { GrantedCall } from '../granted-calls.ts';
import { failureOf } from './refusal.ts';

const Paging = z.object({ nextPageToken: z.string().optional() });

/** Each page of a list of the Directory API. @throws {DirectoryFailed} */
export async function* pagesOf<Shape extends z.ZodType>(
  call: GrantedCall,
  list: URL,
  shape: Shape,
  signal: AbortSignal,
): AsyncGenerator<z.output<Shape>> {
  const address = new URL(list);
  const seen = new Set<string>();
  for (;;) {
    const answer = await call(address, signal);
    if (answer.status !== 200) throw failureOf(answer);
    yield read(answer, shape);
    const { nextPageToken } = read(answer, Paging);
    if (!nextPageToken) return;
    if (seen.has(nextPageToken))
      throw new DirectoryFailed('directoryUnavailable', 'the pages of Google go round in circles');
    seen.add(nextPageToken);
    address.searchParams.set('pageToken', nextPageToken);
  }
}
