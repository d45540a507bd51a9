export interface Call {
  url: URL;
  headers?: Record<string, string>;
  form?: URLSearchParams;
  signal: AbortSignal;
}

export interface Answer {
  status: number;
  retryAfter: string | null;
  body: Buffer;
}

export type Transport = (call: Call) => Promise<Answer>;

export class NoAnswer extends Error {
  override name = 'NoAnswer';

  constructor(message: string, options?: ErrorOptions) {
    super(`the service outside ${message}`, options);
  }
}

const longestAnswer = 8 * 1024 * 1024;

export function network(milliseconds: number): Transport {
  return async ({ url, headers, form, signal }) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(milliseconds)]);
    try {
      const response = await fetch(url, {
        ...(headers && { headers }),
        ...(form && { method: 'POST', body: form }),
        redirect: 'manual',
        signal: both,
      });
      const body = await readBody(response.body ?? [], longestAnswer);
      return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(both.aborted ? 'took too long' : 'could not be reached or broke off', { cause: error });
    }
  };
}

export async function readBody(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, longest: number) {
  const kept: Uint8Array[] = [];
  let size = 0;
  for await (const part of parts) {
    size += part.length;
    if (size > longest) throw new NoAnswer(`answered with more than ${longest} bytes`);
    kept.push(part);
  }
  return Buffer.concat(kept);
}

export function readJson({ body }: Pick<Answer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

export function under(base: URL, path: string): URL {
  return new URL(base.pathname.replace(/\/$/, '') + path, base);
}
