import type { APIRequestContext } from '@playwright/test';
import type { Endpoint, Input, Reply } from '@vestibule/contract/platform/endpoint.ts';

interface Parts {
  params?: object;
  query?: object;
  body?: object;
}

type Arguments<E extends Endpoint> = Record<string, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

/**
 * Calls the API without a browser page.
 * @throws if the call fails.
 */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  { method, path, reply }: E,
  ...[input]: Arguments<E>
): Promise<Reply<E>> {
  const { params = {}, query = {}, body }: Parts = input ?? {};
  const values = new Map<string, unknown>(Object.entries(params));
  const address = path.replace(/:(\w+)/g, (_, name: string) => String(values.get(name)));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const response = await request.fetch(`/api/v1${address}`, { method, params: search, ...(body && { data: body }) });
  const answer: unknown = await response.json();
  if (!response.ok() || typeof answer !== 'object' || answer === null || !('data' in answer)) {
    throw new Error(`${method} ${address}: ${response.status()} ${await response.text()}`);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the endpoint's own schema made it
  return reply.parse(answer.data) as Reply<E>;
}
