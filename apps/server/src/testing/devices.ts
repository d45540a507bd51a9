import { type FromDevice, openDeviceChannel, ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Caller } from './caller.ts';
import { connectSocket, type SocketClient } from './socket.ts';

type Heartbeat = Extract<FromDevice, { event: 'heartbeat' }>['payload'];

export interface DeviceClient extends Omit<SocketClient<ToDevice>, 'wait'> {
  beat: (values?: Partial<Heartbeat>) => void;
  send: (message: unknown) => void;
  received: (event: ToDevice['event']) => Promise<ToDevice>;
}

export async function openDevice(caller: Caller): Promise<DeviceClient> {
  const { data } = await caller.call(openDeviceChannel);
  return connectDevice(data.url);
}

export function connectDevice(address: string, headers: Record<string, string> = {}): DeviceClient {
  const { wait, ...client } = connectSocket(address, headers, (message) => ToDevice.parse(message));
  const { socket, messages } = client;
  const waiting: string[] = [];
  socket.on('open', () => {
    for (const text of waiting) socket.send(text);
  });
  const send = (message: unknown) => {
    const text = JSON.stringify(message);
    if (socket.readyState === socket.OPEN) socket.send(text);
    else waiting.push(text);
  };
  return {
    ...client,
    send,
    beat: (values = {}) => send({ event: 'heartbeat', payload: { appVersion: '1.0.0', ...values } }),
    received: (event) => wait(() => messages.find((message) => message.event === event)),
  };
}
