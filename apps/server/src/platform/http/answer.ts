import { Readable } from 'node:stream';
import type { Endpoint, PageInfo, Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { CallEnvironment } from './call.ts';
import { sealCursor } from './cursor.ts';

export interface Rows<Row> {
  rows: Row[];
  page?: PageInfo;
}

export interface WholeList<Row> {
  batches: AsyncIterable<Row[]>;
}

export type Streamed<Answer> = { [Name in keyof Answer]: AsyncIterable<string> };

export type Result<E extends Endpoint> = E extends { streamed: true }
  ? Streamed<Reply<E>>
  : E extends { paged: true }
    ? Reply<E> extends (infer Row)[]
      ? Rows<Row> | WholeList<Row>
      : never
    : Reply<E>;

const Page = z.object({ total: z.int(), totalIsExact: z.boolean(), next: z.string().nullable() });

export function envelope({ reply, paged }: Endpoint) {
  return paged ? z.object({ data: reply, page: Page.optional() }) : z.object({ data: reply });
}

interface AnswerContext extends Pick<CallEnvironment, 'vault'> {
  inTurns: (pieces: AsyncIterable<string>) => AsyncIterable<string>;
}

export function answer(endpoint: Endpoint, reply: FastifyReply, result: unknown, { vault, inTurns }: AnswerContext) {
  reply.code(isPending(endpoint, result) ? 202 : (endpoint.status ?? 200));
  if (endpoint.streamed) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a streamed endpoint's handler answers Streamed
    const pieces = inPieces(result as Streamed<Record<string, string>>);
    return reply.type(json).send(Readable.from(inTurns(pieces)));
  }
  if (!endpoint.paged) return reply.send({ data: result });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a paged endpoint's handler answers one of these
  const list = result as Rows<unknown> | WholeList<unknown>;
  if ('batches' in list) return reply.type(json).send(Readable.from(inTurns(inBatches(reply, list))));
  const { rows, page } = list;
  if (!page) return reply.send({ data: rows });
  return reply.send({ data: rows, page: { ...page, next: page.next === null ? null : sealCursor(vault, page.next) } });
}

function isPending({ pending }: Endpoint, result: unknown): boolean {
  return pending === true && typeof result === 'object' && result !== null && 'pending' in result;
}

const json = 'application/json; charset=utf-8';

const beforeRows = '{"data":[';
const afterRows = ']}';

async function* inBatches(reply: FastifyReply, { batches }: WholeList<unknown>): AsyncGenerator<string> {
  let separator = beforeRows;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    const text = reply.serialize({ data: rows });
    if (typeof text !== 'string') throw new TypeError('an answer was not written as a text');
    yield separator + text.slice(beforeRows.length, -afterRows.length);
    separator = ',';
  }
  yield separator === ',' ? afterRows : beforeRows + afterRows;
}

/** The same JSON. A failure breaks the connection, so that no client takes a part for the whole. */
async function* inPieces(answer: Streamed<Record<string, string>>): AsyncGenerator<string> {
  let separator = '{"data":{';
  for (const [name, pieces] of Object.entries(answer)) {
    yield `${separator}${JSON.stringify(name)}:"`;
    for await (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
    separator = '",';
  }
  yield '"}}';
}
