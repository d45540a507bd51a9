import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Once the server is to stop, what is under way is answered as the last on its connection, and all other connections are ended. Node
 * waits for them: those that a browser opens in advance, and those that were in use at that moment and are kept for later.
 */
export function endConnections(app: FastifyInstance): void {
  const connections = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    if (isClosing) socket.destroy();
  });
  app.server.on('request', ({ socket }, response) => {
    underWay.add(response);
    response.once('close', () => {
      underWay.delete(response);
      if (isClosing) socket.end();
    });
  });
  // A channel is told why it ends by whoever serves it.
  app.server.on('upgrade', ({ socket }) => connections.delete(socket));

  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    const busy = new Set([...underWay].map(({ req }) => req.socket));
    for (const socket of connections.difference(busy)) socket.destroy();
    done();
  });
}
