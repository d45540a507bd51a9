import type { Call } from '@vestibule/web/call.ts';
import type { Pictures } from '../offline/pictures.ts';
import type { Queue } from '../offline/queue.ts';
import type { Vault } from '../offline/vault.ts';
import { compareClock } from '../shell/clock.ts';
import { androidVersion, networkAddresses } from './bridge.ts';
import { createCalls } from './calls.ts';
import type { Channel, openDeviceChannel } from './channel.ts';
import type { IdentityStore } from './identity.ts';
import { type Means, obey } from './obey.ts';
import { onceADay } from './once-a-day.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import type { States } from './states.ts';
import { createSync } from './sync.ts';

/** How old the directory of tenants and people may be. */
const directoryMinutes = 2;
/** How soon what the server could not take is sent again while the channel is open. */
const drainSeconds = 15;
/** How soon the channel is fetched again, where that part of the app could not be. */
const channelSeconds = 4;

interface SessionOptions {
  vault: Vault;
  identity: IdentityStore;
  states: States;
  pictures: Pictures;
  drain: Queue['drain'];
  means: Pick<Means, 'update' | 'restart' | 'idle'>;
  /** The part of the app that opens the channel; rejects where it cannot be fetched. */
  fetchChannel: () => Promise<typeof openDeviceChannel>;
  /** Whether the token was given just now, and need not be changed. */
  isTokenNew: boolean;
  /** The server takes none of the tokens any more, or says that this is no kiosk; told once, when the session has ended. */
  onRevoked: () => void;
}

/** A device for as long as it is a kiosk, from the token that it is given until that is revoked. */
export interface DeviceSession {
  call: Call;
  /** Fetches settings and directory, or takes those from before where the server is away. */
  configure: () => Promise<void>;
  /** After this nothing that is still on its way changes anything. */
  end: () => void;
}

/** Follows the settings, obeys the console and sends what waits, from the first `configure` on until it ends. */
export function startSession(options: SessionOptions): DeviceSession {
  const { vault, identity, states, pictures, drain, means, fetchChannel, isTokenNew, onRevoked } = options;
  const { show, running } = states;
  const ended = new AbortController();
  const { signal } = ended;
  let channel: Channel | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const { call, rotate } = createCalls({
    tokens: identity.now(),
    load: identity.reload,
    // The tokens that this device has by then are others.
    save: async (tokens) => (signal.aborted ? undefined : identity.save(tokens)),
    onAnswer: ({ headers }) => {
      const isClockWrong = compareClock(headers.get('date'));
      if (isClockWrong !== states.now().isClockWrong) show({ isClockWrong });
    },
    onRevoked: () => revoke(),
  });
  const rotateDaily = onceADay(rotate, { isDone: isTokenNew });

  const sync = createSync({
    call,
    vault,
    identity,
    states,
    pictures,
    signal,
    onSettings: () => channel?.beat(),
    onMisfit: () => void means.update(),
  });

  const configure = oneAtATime(async () => {
    clearTimeout(asking);
    if (signal.aborted) return;
    const seconds = await sync();
    const pause = (await connect()) ? seconds : channelSeconds;
    if (pause !== null) asking = setTimeout(() => void configure(), pause * 1_000);
  });

  /** Opens the channel of a kiosk that runs, unless it is open. False where that part of the app cannot be fetched. */
  const connect = async (): Promise<boolean> => {
    if (channel || !running()) return true;
    const openChannel = await fetchChannel().catch(() => null);
    if (!openChannel) return false;
    if (signal.aborted) return true;
    channel = openChannel({
      call,
      heartbeat,
      onOpen: () =>
        void rotateDaily()
          .then(configure)
          .then(drain)
          .catch(() => undefined),
      onMessage: (message) => obey(message, { ...means, apply: configure, leave: revoke }),
      onState: (isConnected) => show({ isConnected }),
    });
    return true;
  };

  const heartbeat = () => ({
    appVersion: APP_VERSION,
    androidVersion: androidVersion(),
    mac: identity.now().mac,
    ip: networkAddresses().ip,
    settingsVersion: running()?.config.settings.version ?? null,
    queueLength: states.now().waiting,
  });

  const refreshing = setInterval(() => {
    if (running()?.isConnected) void rotateDaily().then(configure);
  }, directoryMinutes * 60_000);
  // The server may have been out of order for a moment, which no channel notices.
  const draining = setInterval(() => {
    if ((running()?.waiting ?? 0) > 0) void drain().catch(() => undefined);
  }, drainSeconds * 1_000);

  const end = () => {
    ended.abort();
    channel?.close();
    clearTimeout(asking);
    clearInterval(refreshing);
    clearInterval(draining);
  };

  const revoke = () => {
    // A call that left before the end says nothing of what this device is by now.
    if (signal.aborted) return;
    end();
    onRevoked();
  };

  return { call, configure, end };
}
