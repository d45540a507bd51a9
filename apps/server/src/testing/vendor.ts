import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type PlannedAnswer = { status: number; retryAfter?: string; body?: unknown } | 'half' | 'silence';

export interface Vendor {
  url: URL;
  calls: string[];
  answerNext: (...next: PlannedAnswer[]) => void;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export async function startVendor(handle: Handler): Promise<Vendor> {
  const planned: PlannedAnswer[] = [];
  const calls: string[] = [];
  const server = createServer((request, response) => {
    calls.push(request.url ?? '');
    const answer = planned.shift();
    if (answer === 'silence') return;
    if (answer === 'half') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"value":[', () => response.destroy());
      return;
    }
    if (answer) {
      if (answer.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter);
      return sendJson(response, answer.status, answer.body ?? {});
    }
    handle(request, response).catch((error: unknown) => sendJson(response, 599, { broken: String(error) }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: new URL(`http://localhost:${port}`),
    calls,
    answerNext: (...next) => void planned.push(...next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
