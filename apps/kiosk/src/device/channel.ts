import {
  type FromDevice,
  heartbeats,
  openDeviceChannel as openChannel,
  type PrintNote,
  ToDevice,
} from '@vestibule/contract/kiosks/device-channel.ts';
import type { Call } from '@vestibule/web/call.ts';
import ReconnectingWebSocket from 'partysocket/ws';

/** The report of a device, every 15 seconds. */
export interface Heartbeat {
  appVersion: string;
  androidVersion: string | null;
  mac: string;
  ip: string | null;
  settingsVersion: number | null;
  queueLength: number;
}

interface ChannelOptions {
  call: Call;
  heartbeat: () => Heartbeat;
  /** Missed events must be fetched. */
  onOpen: () => void;
  /** Handles a command. The returned result acknowledges it. */
  onMessage: (message: ToDevice) => Promise<string>;
  onState: (isOpen: boolean) => void;
}

export interface Channel {
  beat: () => void;
  notePrint: (what: PrintNote) => void;
  close: () => void;
}

/** Keeps the channel open until `close`, with backoff. */
export function openDeviceChannel({ call, heartbeat, onOpen, onMessage, onState }: ChannelOptions): Channel {
  const address = async () => (await call(openChannel, {}, { signal: AbortSignal.timeout(10_000) })).url;
  const socket = new ReconnectingWebSocket(address, undefined, {
    minReconnectionDelay: 500 + Math.random() * 1000,
    maxReconnectionDelay: 15_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: 10_000,
    maxEnqueuedMessages: 0,
  });
  const ended = new AbortController();
  const { signal } = ended;

  const isOpen = () => socket.readyState === ReconnectingWebSocket.OPEN;
  const send = (event: FromDevice['event'], payload: object) => {
    if (isOpen()) socket.send(JSON.stringify({ event, payload }));
  };
  const beat = () => send('heartbeat', heartbeat());

  const receive = async (data: unknown) => {
    const message = ToDevice.safeParse(JSON.parse(String(data))).data;
    if (!message) return;
    const result = await onMessage(message);
    if (message.id !== undefined) send('ack', { id: message.id, result });
  };

  const open = () => {
    onState(true);
    beat();
    onOpen();
  };
  socket.addEventListener('open', open, { signal });
  socket.addEventListener('message', ({ data }) => void receive(data), { signal });
  socket.addEventListener('close', () => onState(false), { signal });
  socket.addEventListener('error', () => onState(false), { signal });

  const lose = () => {
    onState(false);
    socket.close();
  };
  globalThis.addEventListener('offline', lose, { signal });
  globalThis.addEventListener('online', () => socket.reconnect(), { signal });
  const beating = setInterval(beat, heartbeats.everySeconds * 1000);

  return {
    beat,
    notePrint: (what) => send('printed', { what }),
    close() {
      clearInterval(beating);
      ended.abort();
      socket.close();
    },
  };
}
