import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  activateDevice,
  announceDevice,
  fetchDeviceToken,
  getDeviceConfig,
  listDeviceTenants,
} from '@vestibule/contract/kiosks/device.ts';
import { heartbeats, openDeviceChannel, ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Endpoint, Input, Reply } from '@vestibule/contract/platform/endpoint.ts';
import { WebSocket } from 'ws';
import { callAt, Refused, Unreachable } from './call.ts';

type Arguments<E extends Endpoint> = Record<string, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];

export interface Device {
  readonly mac: string;
  call<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Promise<Reply<E>>;
  /**
   * `enter` types the code in the console.
   * @throws {Refused}
   */
  enroll(enter: (code: string) => Promise<unknown>): Promise<void>;
  activate(licenseKey: string): Promise<void>;
  /** Sends a heartbeat every 15 seconds. */
  connect(): Promise<void>;
  /** Reconnects with the app's backoff until `drop` and fetches missed state. `onOpen` receives the number of failures. */
  stay(onOpen?: (failures: number) => void): Promise<void>;
  /** Loses the network without closing. */
  drop(): void;
  fallSilent(): void;
  closed(): Promise<number>;
  readonly received: readonly ToDevice[];
  readonly isConnected: boolean;
}

interface DeviceOptions {
  url: string;
  token?: string;
  mac?: string;
  appVersion?: string;
}

export function createDevice({ url, token: given, mac = newMac(), appVersion = '1.0.0' }: DeviceOptions): Device {
  const received: ToDevice[] = [];
  const deviceSecret = randomUUID() + randomUUID();
  let token = given;
  let settingsVersion: number | null = null;
  let socket: WebSocket | undefined;
  let beating: NodeJS.Timeout | undefined;
  let isStaying = false;

  const call: Device['call'] = (endpoint, ...[input]) => callAt(url, endpoint, input ?? {}, { bearer: token });
  const send = (event: 'heartbeat' | 'ack', payload: object) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, payload }));
  };
  const beat = () =>
    send('heartbeat', { appVersion, androidVersion: '14', mac, ip: '10.0.0.2', settingsVersion, queueLength: 0 });

  const configure = async () => {
    const { settings } = await call(getDeviceConfig);
    settingsVersion = settings.version;
    beat();
  };
  const receive = (text: string) => {
    const message = ToDevice.parse(JSON.parse(text));
    received.push(message);
    if (message.event === 'settings_changed') configure().catch(ignoreFailure);
    else if (message.id !== undefined) send('ack', { id: message.id, result: 'done' });
  };
  const stopBeating = () => clearInterval(beating);

  async function connect(): Promise<void> {
    stopBeating();
    if (settingsVersion === null) await configure().catch(ignoreFailure);
    const { url: address } = await call(openDeviceChannel);
    const opening = new WebSocket(address, { perMessageDeflate: false });
    socket = opening;
    opening.on('message', (data: Buffer) => receive(data.toString()));
    opening.on('error', () => opening.terminate());
    opening.once('close', () => socket === opening && stopBeating());
    await once(opening, 'open');
    beat();
    beating = setInterval(beat, heartbeats.everySeconds * 1_000);
  }

  async function stay(onOpen?: (failures: number) => void): Promise<void> {
    isStaying = true;
    const comeBack = async () => {
      await sleep(pauseAfter(0));
      if (!isStaying) return;
      await stay(onOpen);
      await Promise.all([configure(), call(listDeviceTenants)]);
    };
    for (let failures = 0; isStaying; failures += 1) {
      try {
        await connect();
        socket?.once('close', () => isStaying && void comeBack().catch(ignoreFailure));
        return onOpen?.(failures);
      } catch (error) {
        if (error instanceof Refused && error.status === 401) throw error;
        await sleep(pauseAfter(failures));
      }
    }
  }

  return {
    mac,
    received,
    call,
    get isConnected() {
      return socket?.readyState === WebSocket.OPEN;
    },
    async enroll(enter) {
      const about = { deviceSecret, mac, appVersion, androidVersion: '14' };
      const { hash, interval } = await callAt(url, announceDevice, { body: about });
      await enter(hash);
      for (;;) {
        const answer = await callAt(url, fetchDeviceToken, { body: { hash, deviceSecret } });
        if ('token' in answer) {
          token = answer.token;
          return;
        }
        await sleep(interval * 1_000);
      }
    },
    async activate(licenseKey) {
      await call(activateDevice, { body: { licenseKey, mac } });
    },
    connect,
    stay,
    drop() {
      isStaying = false;
      stopBeating();
      socket?.terminate();
    },
    fallSilent: stopBeating,
    closed() {
      const { promise, resolve } = Promise.withResolvers<number>();
      socket?.once('close', resolve);
      return promise;
    },
  };
}

/** Jitter in milliseconds spreads reconnections. */
function pauseAfter(failures: number): number {
  return Math.min((500 + Math.random() * 1_000) * 1.7 ** failures, 15_000);
}

/** A removed or unlicensed kiosk has no settings. After an outage the server sends them again. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof Refused) && !(error instanceof Unreachable)) throw error;
}

function newMac(): string {
  const digits = randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase();
  return `02:${digits.match(/../g)?.join(':') ?? ''}`;
}
