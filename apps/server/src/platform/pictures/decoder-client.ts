import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Refusal } from '../http/refusal.ts';
import { Rights } from './isolation.ts';
import type { Picture } from './picture.ts';

const startTimeoutMs = 20_000;
const pauseMs = 250;

const Headers = z.object({
  'content-type': z.enum(['image/png', 'image/jpeg']),
  'x-thumbnail-bytes': z.coerce.number().int(),
});

export async function decodeBySocket(socketPath: string, file: Buffer, timeoutMs: number): Promise<Picture> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const answer = await post(socketPath, '/', file, timeout).catch(() => {
    throw new Refusal(timeout.aborted ? 'wrongMimetype' : 'unavailable');
  });
  if (answer.status === 503) throw new Refusal('unavailable');
  const headers = Headers.safeParse(answer.headers);
  if (answer.status !== 200 || !headers.success) throw new Refusal('wrongMimetype');
  const { 'content-type': type, 'x-thumbnail-bytes': length } = headers.data;
  const split = answer.body.length - length;
  return { bytes: answer.body.subarray(0, split), type, thumbnail: answer.body.subarray(split) };
}

export async function readRightsBySocket(socketPath: string, folders: readonly string[]): Promise<Rights> {
  const end = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      const asked = Buffer.from(JSON.stringify({ folders }));
      const { body } = await post(socketPath, '/rights', asked, AbortSignal.timeout(startTimeoutMs));
      return Rights.parse(JSON.parse(body.toString()));
    } catch (error) {
      if (performance.now() > end) throw error;
      await sleep(pauseMs, undefined, { ref: false });
    }
  }
}

async function post(socketPath: string, path: string, body: Buffer, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ socketPath, path, method: 'POST', headers: { 'content-length': body.length }, signal })
    .on('response', resolve)
    .on('error', reject)
    .end(body);
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}
