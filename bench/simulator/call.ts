import type { Endpoint, Reply } from '@vestibule/contract/platform/endpoint.ts';
import { z } from 'zod';

export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  readonly reason: string | undefined;

  constructor(what: string, status: number, reason: string | undefined) {
    super(`${what} was answered ${status} ${reason ?? ''}`);
    this.status = status;
    this.reason = reason;
  }
}

export class Unreachable extends Error {
  override name = 'Unreachable';
}

interface RequestDeps {
  bearer?: string | undefined;
  cookie?: string | undefined;
}

interface Parts {
  params?: object;
  query?: object;
  body?: object;
}

const Problem = z.object({ reason: z.string() });
const Answer = z.object({ data: z.unknown() });

export async function callAt<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Parts,
  deps?: RequestDeps,
): Promise<Reply<E>> {
  const response = await request(url, endpoint, input, deps);
  const answer = Answer.parse(await response.json().catch(unreachable));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schema made it
  return endpoint.reply.parse(answer.data) as Reply<E>;
}

export async function request(
  url: string,
  { method, path }: Endpoint,
  { params = {}, query = {}, body }: Parts,
  { bearer, cookie }: RequestDeps = {},
): Promise<Response> {
  const values = new Map<string, unknown>(Object.entries(params));
  const address = new URL(`/api/v1${path.replace(/:(\w+)/g, (_, name: string) => String(values.get(name)))}`, url);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, String(value));
  const response = await fetch(address, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(cookie !== undefined && { cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(unreachable);
  if (response.ok) return response;
  const problem = Problem.safeParse(await response.json().catch(() => null)).data;
  throw new Refused(`${method} ${path}`, response.status, problem?.reason);
}

export function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

function unreachable(cause: unknown): never {
  throw new Unreachable('The server gave no whole answer.', { cause });
}
