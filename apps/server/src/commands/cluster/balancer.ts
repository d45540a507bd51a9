import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A process that takes calls on this machine. */
export interface Target {
  port: number;
  /** Calls and sockets that it has now. */
  load: number;
}

export interface Balancer {
  server: Server;
  add(port: number): Target;
  /** Sends it nothing any more. What it has goes on, or has ended with it. */
  remove(target: Target): void;
}

/** What is answered where no process could: nobody can tell whether a call that was under way was done. */
const unavailable = JSON.stringify({
  type: 'about:blank',
  title: 'Service unavailable',
  status: 503,
  detail: 'No process answers at the moment. Try again, with the same Idempotency-Key if there was one.',
  reason: 'unavailable',
});

/**
 * Hands each call to the process that has the fewest, sockets too. It is for trying several processes on one machine: nothing of it
 * is needed behind nginx or another balancer. A call that reads is tried once more elsewhere when its process dies under it; one that
 * changes something is answered 503, because it may have been done.
 */
export function createBalancer(): Balancer {
  const targets = new Set<Target>();
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, true));
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
    forwardSocket(incoming, socket, head),
  );
  server.on('close', () => agent.destroy());

  function leastBusy(except?: Target): Target | undefined {
    let chosen: Target | undefined;
    for (const target of targets) {
      if (target !== except && (!chosen || target.load < chosen.load)) chosen = target;
    }
    if (!chosen) return undefined;
    // Among equals each has its turn.
    targets.delete(chosen);
    targets.add(chosen);
    return chosen;
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, mayRepeat: boolean, except?: Target): void {
    const target = leastBusy(except);
    if (!target) return refuse(outgoing);
    target.load += 1;
    const { method = 'GET', url = '/' } = incoming;
    const headers = withCaller(incoming);
    const call = request({ host: '127.0.0.1', port: target.port, method, path: url, headers, agent });
    call.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    call.on('close', () => (target.load -= 1));
    call.on('error', () => {
      if (outgoing.headersSent) return outgoing.destroy();
      const isRead = method === 'GET' || method === 'HEAD';
      if (isRead && mayRepeat && !outgoing.destroyed) return forward(incoming, outgoing, false, target);
      refuse(outgoing);
    });
    outgoing.on('close', () => call.destroy());
    incoming.pipe(call);
  }

  function forwardSocket(incoming: IncomingMessage, caller: Duplex, head: Buffer): void {
    const target = leastBusy();
    if (!target) return void caller.destroy();
    target.load += 1;
    const socket: Socket = connect({ host: '127.0.0.1', port: target.port, noDelay: true });
    const lines = Object.entries(withCaller(incoming)).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.write(head);
    socket.pipe(caller).pipe(socket);
    for (const [one, other] of [[socket, caller] as const, [caller, socket] as const]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    socket.on('close', () => (target.load -= 1));
  }

  return {
    server,
    add(port) {
      const target = { port, load: 0 };
      targets.add(target);
      return target;
    },
    remove: (target) => void targets.delete(target),
  };
}

/** The headers as they came, and who sent them: a header of that name which the caller made up is not believed. */
function withCaller({ headers, socket }: IncomingMessage): Record<string, string> {
  const { 'x-forwarded-for': _, ...rest } = headers;
  const own = Object.entries(rest).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
  );
  return { ...Object.fromEntries(own), 'x-forwarded-for': socket.remoteAddress ?? '' };
}

function refuse(outgoing: ServerResponse): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  outgoing.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' });
  outgoing.end(unavailable);
}
