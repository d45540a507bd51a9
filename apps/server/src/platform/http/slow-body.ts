import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerUnreadable } from './problem.ts';

interface Pace {
  grace: number;
  bytesPerSecond: number;
}

export const paceOfBodies: Pace = { grace: 10_000, bytesPerSecond: 16 * 1024 };

export function longest({ grace, bytesPerSecond }: Pace, bytes: number): number {
  return grace + Math.ceil((bytes / bytesPerSecond) * 1_000);
}

export function refuseSlowBodies(app: FastifyInstance, pace: Pace = paceOfBodies): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    const hasBody = length !== undefined || encoding !== undefined;
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
