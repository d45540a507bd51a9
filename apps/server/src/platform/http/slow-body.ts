import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerUnreadable } from './problem.ts';

interface Pace {
  /** How long any body may take, in milliseconds. */
  grace: number;
  /** For each so many bytes that have come a body may take a second longer. */
  bytesPerSecond: number;
}

/** A picture of 1 MiB comes in time over a line of 0.13 Mbit/s, and nobody holds a connection for long with little. */
export const paceOfBodies: Pace = { grace: 10_000, bytesPerSecond: 16 * 1024 };

/** How long the slowest request with a body of so many bytes can take, in milliseconds. */
export function longest({ grace, bytesPerSecond }: Pace, bytes: number): number {
  return grace + Math.ceil((bytes / bytesPerSecond) * 1_000);
}

/** Ends requests whose body comes slower than it may, with 408. */
export function refuseSlowBodies(app: FastifyInstance, pace: Pace = paceOfBodies): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = length !== undefined || encoding !== undefined;
    // What a test injects comes over none.
    if (hasBody && request.raw.socket instanceof Socket) watch(request, pace);
    done();
  });
}

function watch({ raw, server }: FastifyRequest, pace: Pace) {
  const { socket } = raw;
  let began = performance.now();
  let before = socket.bytesRead;
  const look = () => {
    if (raw.complete || socket.destroyed) return;
    if (raw.readableLength >= raw.readableHighWaterMark) {
      // The client waits until the server reads on, as an upload does until it is the caller's turn.
      [began, before] = [performance.now(), socket.bytesRead];
      timer = setTimeout(look, pace.grace);
      return;
    }
    const left = longest(pace, socket.bytesRead - before) - (performance.now() - began);
    if (left > 0) timer = setTimeout(look, left);
    else
      answerUnreadable(
        Object.assign(new Error('a body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        socket,
        server.log,
      );
  };
  let timer = setTimeout(look, pace.grace);
  raw.once('close', () => clearTimeout(timer));
}
