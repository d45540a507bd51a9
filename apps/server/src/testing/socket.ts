import { EventEmitter } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

export interface SocketClient<Message> {
  socket: WebSocket;
  messages: Message[];
  wait: <Found>(find: () => Found | undefined) => Promise<Found>;
  closed: () => Promise<number>;
}

export function connectSocket<Message>(
  address: string,
  headers: Record<string, string>,
  read: (message: unknown) => Message,
): SocketClient<Message> {
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  const messages: Message[] = [];
  let closedWith: number | undefined;
  const happened = new EventEmitter().setMaxListeners(0);
  socket.on('open', () => happened.emit('any'));
  socket.on('message', (data: Buffer) => {
    messages.push(read(JSON.parse(data.toString())));
    happened.emit('any');
  });
  socket.on('close', (code) => {
    closedWith = code;
    happened.emit('any');
  });
  // `close` follows, which tests wait for.
  socket.on('error', () => undefined);

  function wait<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const there = JSON.stringify(messages).slice(-2_000);
        reject(new Error(`the expected message did not arrive; the last of ${messages.length} messages are ${there}`));
      };
      const timer = setTimeout(giveUp, 20_000);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(timer);
        happened.off('any', look);
        resolve(found);
      };
      happened.on('any', look);
      look();
    });
  }

  return { socket, messages, wait, closed: () => wait(() => closedWith) };
}
