import { EventEmitter } from 'node:events';
import { type FromDevice, openDeviceChannel, ToDevice } from '@vestibule/contract/device.ts';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { Caller } from './caller.ts';

type Heartbeat = Extract<FromDevice, { event: 'heartbeat' }>['payload'];

/** The channel of a device as the app has it open. It is closed when the test ends. */
export interface DeviceClient {
  socket: WebSocket;
  messages: ToDevice[];
  beat: (said?: Partial<Heartbeat>) => void;
  send: (message: unknown) => void;
  /** Waits for the first message with this event. */
  told: (event: ToDevice['event']) => Promise<ToDevice>;
  /** Waits for the end of the connection, and answers its code. */
  closed: () => Promise<number>;
}

/** Opens the channel of a kiosk whose device makes these calls. The server must be listening. */
export async function openDevice(caller: Caller): Promise<DeviceClient> {
  const { data } = await caller.call(openDeviceChannel);
  return connectDevice(data.url);
}

/** Connects to an address, whether or not the server lets that be. */
export function connectDevice(address: string, headers: Record<string, string> = {}): DeviceClient {
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  const messages: ToDevice[] = [];
  const waiting: string[] = [];
  let closedWith: number | undefined;
  const happened = new EventEmitter().setMaxListeners(0);
  socket.on('open', () => {
    for (const text of waiting) socket.send(text);
  });
  socket.on('message', (data: Buffer) => {
    messages.push(ToDevice.parse(JSON.parse(data.toString())));
    happened.emit('any');
  });
  socket.on('close', (code) => {
    closedWith = code;
    happened.emit('any');
  });
  socket.on('error', () => undefined);

  function wait<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new Error(`what was waited for did not come; there was ${JSON.stringify(messages)}`));
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

  const send = (message: unknown) => {
    const text = JSON.stringify(message);
    if (socket.readyState === socket.OPEN) socket.send(text);
    else waiting.push(text);
  };
  return {
    socket,
    messages,
    send,
    beat: (said = {}) => send({ event: 'heartbeat', payload: { appVersion: '1.0.0', ...said } }),
    told: (event) => wait(() => messages.find((message) => message.event === event)),
    closed: () => wait(() => closedWith),
  };
}
