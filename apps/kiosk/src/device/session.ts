import type { ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { Call } from '@vestibule/web/call.ts';
import type { Pictures } from '../offline/pictures.ts';
import type { Queue } from '../offline/queue.ts';
import type { Vault } from '../offline/vault.ts';
import { compareClock } from '../shell/clock.ts';
import { androidVersion, networkAddresses } from './bridge.ts';
import { createCalls } from './calls.ts';
import type { Channel, openDeviceChannel } from './channel.ts';
import type { Idle } from './idle.ts';
import type { IdentityStore } from './identity.ts';
import { oneAtATime } from '../shell/one-at-a-time.ts';
import type { States } from './states.ts';
import { createSync } from './sync.ts';

/** Maximum age of the directory of tenants and employees. */
const directoryMinutes = 2;
/** How often the queue is retried while the channel is open. */
const drainSeconds = 15;
const channelSeconds = 4;
const dayMs = 24 * 3_600_000;

interface SessionOptions {
  vault: Vault;
  identity: IdentityStore;
  states: States;
  pictures: Pictures;
  drain: Queue['drain'];
  refreshPasses: () => Promise<void>;
  commands: {
    update: () => Promise<string>;
    restart: () => string;
    idle: Idle;
  };
  fetchChannel: () => Promise<typeof openDeviceChannel>;
  isTokenNew: boolean;
  /** Called once, when the server refuses the tokens or has deprovisioned the kiosk. */
  onRevoked: () => void;
}

/** A kiosk from its first token until the revocation. */
export interface DeviceSession {
  call: Call;
  configure: () => Promise<void>;
  notePrint: Channel['notePrint'];
  /** Later results change nothing. */
  end: () => void;
}

/** Follows the settings, obeys the console and sends the queue until it ends. */
export function startSession(options: SessionOptions): DeviceSession {
  const { vault, identity, states, pictures, drain, refreshPasses, commands, fetchChannel, isTokenNew, onRevoked } =
    options;
  const { show, running } = states;
  const ended = new AbortController();
  const { signal } = ended;
  let channel: Channel | undefined;
  let asking: ReturnType<typeof setTimeout> | undefined;

  const { call, rotate } = createCalls({
    tokens: identity.now(),
    load: identity.reload,
    // By then the device has other tokens.
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
    onMisfit: () => void commands.update(),
  });

  const configure = oneAtATime(async () => {
    clearTimeout(asking);
    if (signal.aborted) return;
    const seconds = await sync();
    const pause = (await connect()) ? seconds : channelSeconds;
    if (pause !== null) asking = setTimeout(() => void configure(), pause * 1_000);
  });

  /** Opens the channel, unless it is open. False if its code cannot be loaded. */
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
          .then(() => Promise.all([drain(), refreshPasses()]))
          .catch(() => undefined),
      onMessage: execute,
      onState: (isConnected) => show({ isConnected }),
    });
    return true;
  };

  const execute = async (message: ToDevice): Promise<string> => {
    const { update, restart, idle } = commands;
    switch (message.event) {
      case 'settings_changed':
        await configure();
        return 'applied';
      case 'deprovisioned':
        revoke();
        return 'removed';
      case 'upgrade':
        return update();
      case 'reboot':
        if (idle.isNow()) return restart();
        idle.when(restart);
        return 'waiting';
      case 'passes_changed':
        await refreshPasses();
        return 'applied';
      case 'visit_answered':
        show({ answered: message.payload });
        return 'shown';
    }
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
  // The channel does not notice a short failure of the server.
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
    // The refusal may answer a call of an ended session.
    if (signal.aborted) return;
    end();
    onRevoked();
  };

  return { call, configure, notePrint: (what) => channel?.notePrint(what), end };
}

/** Returns a function that runs the work at most once a day, except after a failure. */
function onceADay(work: () => Promise<void>, { isDone }: { isDone: boolean }): () => Promise<void> {
  let doneAt = isDone ? performance.now() : -Infinity;
  return async () => {
    if (performance.now() - doneAt < dayMs) return;
    doneAt = performance.now();
    await work().catch(() => {
      doneAt = -Infinity;
    });
  };
}
