import { once } from 'node:events';
import { type AddressInfo, createServer, connect, type Socket } from 'node:net';

/** A network cable to the program, which can be pulled. */
export async function openLink(program: string) {
  const { hostname, port } = new URL(program);
  const sockets = new Set<Socket>();
  let isUp = true;
  const server = createServer((near) => {
    if (!isUp) return void near.destroy();
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const own = server.address() as AddressInfo;
  return {
    address: `http://localhost:${own.port}`,
    pull: () => {
      isUp = false;
      for (const socket of sockets) socket.destroy();
    },
    plug: () => (isUp = true),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
