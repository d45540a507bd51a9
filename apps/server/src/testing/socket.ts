import { EventEmitter } from 'node:events';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

/** A socket as a browser or a device has it open. It is closed when the test ends. */
export interface SocketClient<Message> {
  socket: WebSocket;
  /** All messages so far, in the order in which they came. */
  messages: Message[];
  /** Waits for what `find` finds, looking after each thing that happens. */
  wait: <Found>(find: () => Found | undefined) => Promise<Found>;
  /** Waits for the end of the connection, and answers the code that it was closed with. */
  closed: () => Promise<number>;
}

/** Connects to an address, whether or not the server lets that be. */
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
  // A refused connection ends with 'close' as well, which is what is waited for.
  socket.on('error', () => undefined);

  function wait<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const there = JSON.stringify(messages).slice(-2_000);
        reject(new Error(`what was waited for did not come; of ${messages.length} messages the last were ${there}`));
      };
      const patience = setTimeout(giveUp, 8_000);
      const look = () => {
        const found = find();
        if (found === undefined) return;
        clearTimeout(patience);
        happened.off('any', look);
        resolve(found);
      };
      happened.on('any', look);
      look();
    });
  }

  return { socket, messages, wait, closed: () => wait(() => closedWith) };
}
