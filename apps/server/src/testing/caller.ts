import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Input, PageInfo, Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { Problem, Reason } from '@vestibule/contract/platform/refusal.ts';
import { refusals } from '@vestibule/contract/platform/refusal.ts';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { basePath } from '../platform/http/route.ts';
import type { TestServer } from './server.ts';

type Loose<Values> = { [Key in keyof Values]: string extends Values[Key] ? Values[Key] | number : Values[Key] };

export type CallInput<E extends Endpoint> = {
  [Part in keyof Input<E>]: Part extends 'params' | 'query' ? Loose<Input<E>[Part]> : Input<E>[Part];
};

export interface CallOptions {
  headers?: Record<string, string>;
  idempotencyKey?: string;
  from?: string;
}

export interface Answer<E extends Endpoint> {
  status: number;
  readonly data: Reply<E>;
  readonly page: PageInfo | null;
  problem: Problem | null;
  headers: LightMyRequestResponse['headers'];
}

export interface Caller {
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>, options?: CallOptions) => Promise<Answer<E>>;
  send: (request: InjectOptions) => Promise<LightMyRequestResponse>;
  cookie: () => Promise<string>;
}

interface Parts {
  params?: object;
  query?: object;
  body?: object;
  file?: File;
}

export function callerOf(
  server: TestServer,
  begin: () => Promise<Record<string, string>> = () => Promise.resolve({}),
  always: () => Promise<Record<string, string>> = () => Promise.resolve({}),
): Caller {
  let jar: Promise<Map<string, string>> | undefined;
  const cookies = () => (jar ??= begin().then((first) => new Map(Object.entries(first))));
  const cookie = async () => [...(await cookies())].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(request: InjectOptions): Promise<LightMyRequestResponse> {
    const sent = await cookie();
    const response = await server.app.inject({
      ...(server.authority !== undefined && { authority: server.authority }),
      ...request,
      headers: { ...(await always()), ...(sent && { cookie: sent }), ...request.headers },
    });
    const kept = await cookies();
    for (const { name, value } of response.cookies) {
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    }
    return response;
  }

  function call<E extends Endpoint>(endpoint: E, input?: CallInput<E>, options?: CallOptions): Promise<Answer<E>>;
  async function call(endpoint: Endpoint, input: Parts = {}, options: CallOptions = {}): Promise<unknown> {
    const response = await send({
      method: endpoint.method,
      url: addressOf(endpoint, input),
      headers: {
        ...(input.body && { 'content-type': 'application/json' }),
        ...(options.idempotencyKey !== undefined && { 'idempotency-key': options.idempotencyKey }),
        ...options.headers,
      },
      ...(options.from !== undefined && { remoteAddress: options.from }),
      ...(input.body && { payload: JSON.stringify(input.body) }),
      ...(input.file && { payload: formOf(input.file) }),
    });
    return answerOf(endpoint, response);
  }

  return { call, send, cookie };
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.set('file', file);
  return form;
}

export function addressOf(endpoint: Endpoint, { params, query }: Parts): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  return `${basePath}${path}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

export const ProblemDocument = z.strictObject({
  type: z.string(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  reason: z.string().refine((reason): reason is Reason => reason in refusals),
  reasons: z.array(z.string()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.uuid(),
  current: z.unknown().optional(),
  usedBy: z
    .array(z.strictObject({ kind: z.enum(['tenant', 'employee', 'kiosk', 'company']), id: z.int(), name: z.string() }))
    .optional(),
  removed: z.int().optional(),
  of: z.int().optional(),
  unclosedQuoteAt: z.int().optional(),
  validFrom: z.iso.datetime().optional(),
  validUntil: z.iso.datetime().optional(),
  checkedInSince: z.iso.datetime().optional(),
  passProblem: z.enum(['canceled', 'declined']).optional(),
  employees: z
    .array(z.strictObject({ id: z.int(), name: z.string(), tenant: z.strictObject({ id: z.int(), name: z.string() }) }))
    .optional(),
  token: z.string().optional(),
  attemptsMade: z.int().optional(),
  attemptsLeft: z.int().optional(),
  secondsLeft: z.int().optional(),
});

const Envelope = z.strictObject({
  data: z.unknown(),
  page: z.strictObject({ total: z.int(), totalIsExact: z.boolean(), next: z.string().nullable() }).optional(),
});

function answerOf(endpoint: Endpoint, response: LightMyRequestResponse): Answer<Endpoint> {
  const { statusCode: status, headers, body } = response;
  const isRefused = status >= 400;
  const problem = isRefused ? ProblemDocument.parse(JSON.parse(body)) : null;
  const readEnvelope = () => {
    if (isRefused) throw new Error(`the call was refused: ${body}`);
    return Envelope.parse(JSON.parse(body));
  };
  return {
    status,
    headers,
    problem,
    get page() {
      return readEnvelope().page ?? null;
    },
    get data() {
      const { data } = readEnvelope();
      const parsed = endpoint.reply.parse(data);
      if (isDeepStrictEqual(parsed, data)) return parsed;
      throw new Error(`the answer has properties that its reply schema does not have: ${body}`);
    },
  };
}
