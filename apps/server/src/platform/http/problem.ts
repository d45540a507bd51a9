import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem, Reason } from '@vestibule/contract/platform/refusal.ts';
import { errors } from '@vestibule/phrases/en/platform/all-errors.ts';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDeadlock, isOfMissingRow, isUnavailable } from '../db/database.ts';
import { StorageFailed } from '../integrations/storage/storage.ts';
import { Refusal } from './refusal.ts';
import { requireStated } from './stated-refusals.ts';

const retryAfterSeconds = 2;

const reasonOfFastify: Record<string, Reason> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedBody',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedBody',
  FST_ERR_BAD_URL: 'notFound',
  FST_ERR_MAX_PARAM_LENGTH: 'notFound',
};

export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = toRefusal(error);
  requireStated(request.routeOptions.config.endpoint, refusal.reason);
  if (refusal.reason === 'unexpected') request.log.error({ error }, 'unexpected error');
  if (isOfMissingRow(error)) request.log.warn({ error }, 'a call refers to a row that was removed');
  if (isDeadlock(error)) request.log.warn({ error }, 'a call ended in a deadlock');
  if (error instanceof StorageFailed) request.log.error({ error: error.cause }, 'the file storage failed');
  const { secondsLeft } = refusal.details;
  if (refusal.reason === 'unavailable') reply.header('retry-after', retryAfterSeconds);
  else if (secondsLeft !== undefined) reply.header('retry-after', secondsLeft);
  return reply
    .code(refusal.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemOf(refusal, request.id));
}

const reasonOfNode: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTooSlow',
};

export function answerUnreadable(error: Error & { code?: string }, socket: Socket, log: FastifyBaseLogger): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = new Refusal(reasonOfNode[error.code ?? ''] ?? 'malformedBody');
  const reqId = randomUUID();
  log.info({ reqId, status: refusal.status, reason: refusal.reason }, 'refused an unreadable request');
  const body = JSON.stringify(problemOf(refusal, reqId));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroySoon());
}

function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if (isUnavailable(error) || isDeadlock(error) || error instanceof StorageFailed) return new Refusal('unavailable');
  if (isOfMissingRow(error)) return new Refusal('notFound');
  const code = 'code' in error ? error.code : undefined;
  const reason = code === undefined ? undefined : reasonOfFastify[code];
  if (reason) return new Refusal(reason);
  if ('statusCode' in error && error.statusCode === 400) return new Refusal('malformedBody');
  return new Refusal('unexpected');
}

function problemOf({ reason, status, details }: Refusal, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: errors[reason]
      .replace('{{requestId}}', requestId)
      .replace('{{seconds}}', String(details.secondsLeft ?? '')),
    reason,
    ...details,
    requestId,
  };
}
