import { once } from 'node:events';
import { connect } from 'node:net';

/** Each `{n}` becomes the next number. */
export interface Call {
  method: 'GET' | 'POST';
  path: string;
  cookie: string;
  body?: string;
}

export function withNumber(call: Call, number: number): Call {
  return call.body === undefined ? call : { ...call, body: call.body.replace('{n}', String(number)) };
}

export interface Connection {
  send(call: Call): Promise<string>;
  close(): void;
}

const headEnd = '\r\n\r\n';

/** Its minimal parser saves processor time for the servers. */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let received: Buffer = Buffer.alloc(0);
  let wanted = Infinity;
  let bodyStart = 0;
  let waiting: { resolve(body: string): void; reject(error: Error): void } | undefined;

  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    if (wanted === Infinity) {
      const end = received.indexOf(headEnd);
      if (end === -1) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
      bodyStart = end + headEnd.length;
      wanted = bodyStart + Number(length ?? Number.NaN);
    }
    if (received.length >= wanted) finish();
    else if (Number.isNaN(wanted)) fail(new Error('an answer without a length'));
  });
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed a connection')));

  function finish() {
    const status = received.toString('latin1', 9, 12);
    const body = received.toString('utf8', bodyStart, wanted);
    received = Buffer.alloc(0);
    wanted = Infinity;
    if (status.startsWith('2')) waiting?.resolve(body);
    else waiting?.reject(new Error(`answered ${status}: ${body}`));
  }
  function fail(error: Error) {
    waiting?.reject(error);
  }

  return {
    send: ({ method, path, cookie, body = '' }) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const type = body && `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
        socket.write(
          `${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\n${type}\r\n${body}`,
        );
      }),
    close: () => socket.destroy(),
  };
}
