import { activateDevice, deprovisionDevice, getDeviceConfig, listDeviceTenants } from '@vestibule/contract/device.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import { createPictures, type Pictures } from '../offline/pictures.ts';
import { ofContract } from '../offline/act.ts';
import { createQueue, type Queue } from '../offline/queue.ts';
import type { Vault } from '../offline/vault.ts';
import { compareClock } from '../shell/clock.ts';
import { androidVersion, networkAddresses, restart } from './bridge.ts';
import { type Calls, createCalls } from './calls.ts';
import type { Channel } from './channel.ts';
import { enrol, type EnrolmentNote } from './enrol.ts';
import { createIdle } from './idle.ts';
import { type Identity, loadIdentity, saveIdentity } from './identity.ts';
import { forget, keep, type Kept, picturesOf, recall } from './kept.ts';
import { obey } from './obey.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { updateApp } from './service-worker.ts';
import { createStates, type DeviceState } from './states.ts';

export interface Device {
  state: () => DeviceState;
  subscribe: (listener: () => void) => () => void;
  queue: Queue;
  call: Call;
  recallPicture: Pictures['recall'];
  /** Fetches settings and directory anew, as far as the server can be reached. */
  refresh: () => Promise<void>;
  /** Binds a licence to this device; rejects with `CallFailed`. */
  activate: (licenseKey: string) => Promise<void>;
  /** Ends being a kiosk; rejects with `CallFailed` where the password is another. */
  deprovision: (password: string) => Promise<void>;
  /** Says whether somebody stands at the kiosk; what would disturb them waits until nobody does. */
  setIdle: (isIdle: boolean) => void;
}

/** How old the directory of tenants and people may be. */
const directoryMinutes = 2;
const rotationHours = 24;
/** For how long settings and directory may be on their way. */
const patience = 30_000;
/** After this a kiosk that starts does not wait for them any longer. */
const startSeconds = 1.5;
/** How soon what the server could not take, or give, is tried again while the channel is open. */
const againSeconds = 15;

/** Makes this browser a kiosk: it is enrolled, follows its settings and obeys the console, for as long as the page is open. */
export async function startDevice(vault: Vault): Promise<Device> {
  let identity = await loadIdentity(vault);
  const states = createStates(await vault.count());
  const { show } = states;
  const idle = createIdle();
  const pictures = createPictures(vault);
  let channel: Channel | undefined;
  let rotatedAt = -Infinity;
  let asking: ReturnType<typeof setTimeout> | undefined;
  const page = new AbortController();

  const running = () => {
    const state = states.now();
    return state.phase === 'running' ? state : undefined;
  };
  // Answers where the new version could not be fetched, too: a command without an answer counts as one that did not arrive.
  const update = (): Promise<string> => updateApp(idle.when).catch(() => 'failed');
  const startAgain = () => {
    show({ phase: 'restarting' });
    return restart();
  };

  const save = async (changes: Partial<Identity>) => {
    await saveIdentity(vault, { ...identity, ...changes });
    identity = { ...identity, ...changes };
  };

  const makeCalls = (): Calls => {
    const made = createCalls({
      tokens: identity,
      load: async () => (identity = await loadIdentity(vault)),
      save,
      onAnswer: ({ headers }) => {
        const isClockWrong = compareClock(headers.get('date'));
        if (isClockWrong !== states.now().isClockWrong) show({ isClockWrong });
      },
      onRevoked: () => {
        // A call that left before this device became a kiosk again says nothing of what it is now.
        if (made === calls) void lose();
      },
    });
    return made;
  };
  let calls = makeCalls();
  const call: Call = (endpoint, ...args) => calls.call(endpoint, ...args);

  const queue = createQueue({
    vault,
    server: ofContract(call),
    // The next heartbeat says it too. One for each act that is sent would cost the server as much again as the act.
    onCount: (waiting) => show({ waiting }),
  });

  const becomeKiosk = async (note: EnrolmentNote) => {
    let keeping = Promise.resolve();
    const { hash, token } = await enrol({
      identity,
      note,
      signal: page.signal,
      onCode: (code, note) => {
        show({ phase: 'enrolling', code, note });
        // Somebody may be typing it: loaded again, the device shows the same.
        if (code !== null && code !== identity.hash) keeping = save({ hash: code }).catch(() => undefined);
      },
      onMisfit: () => void update(),
    });
    await keeping;
    identity = { ...identity, hash, token, next: null };
    // Where the storage has no room it stays a kiosk only until the page is loaded again.
    await saveIdentity(vault, identity).catch(() => show({ isFull: true }));
    calls = makeCalls();
    rotatedAt = performance.now();
    await configure();
  };

  const lose = async () => {
    if (states.now().phase === 'enrolling') return;
    show({ phase: 'enrolling', code: null, note: 'ended' });
    channel?.close();
    channel = undefined;
    identity = { ...identity, token: null, next: null };
    // Where the token cannot be taken out it is tried once more after a reload, and refused again.
    await saveIdentity(vault, identity).catch(() => undefined);
    await Promise.all([forget(vault), pictures.keep([])]);
    show({ isConnected: false });
    await becomeKiosk('ended');
  };

  /** Fetches settings and directory, or takes those from before where the server is away. */
  const configure = oneAtATime(async () => {
    const asked = calls;
    clearTimeout(asking);
    const waiting = setTimeout(() => void beginWithKept().catch(() => undefined), startSeconds * 1_000);
    try {
      const config = await call(getDeviceConfig, {}, { signal: AbortSignal.timeout(patience) });
      const tenants = await call(listDeviceTenants, {}, { signal: AbortSignal.timeout(patience) });
      // Since it asked, this kiosk was removed and has forgotten everything.
      if (asked !== calls || identity.token === null) return;
      const isFull = await keepAll({ config, tenants }).then(
        () => false,
        () => true,
      );
      show({ phase: 'running', config, tenants });
      show({ isFull, isMisfit: false });
      void pictures.keep(picturesOf({ config, tenants }));
      channel?.beat();
    } catch (error) {
      const isMisfit = error instanceof z.ZodError;
      if (!isMisfit && !(error instanceof CallFailed)) throw error;
      if (error instanceof CallFailed && error.status === 401) return;
      if (error instanceof CallFailed && error.status === 402) return show({ phase: 'licence' });
      show({ isMisfit });
      // Looking takes as long as the app that is here takes to be kept whole.
      if (isMisfit) void update();
      const kept = running() ?? (await recall(vault).catch(() => undefined));
      const seconds = !kept ? 4 : isMisfit ? 60 : states.now().isConnected ? againSeconds : null;
      if (seconds !== null) asking = setTimeout(() => void configure(), seconds * 1_000);
      if (!kept) return show({ phase: isMisfit ? 'misfit' : 'away' });
      if (!running()) show({ phase: 'running', config: kept.config, tenants: kept.tenants });
    } finally {
      clearTimeout(waiting);
    }
    if (!channel) await connect().catch(() => (asking = setTimeout(() => void configure(), 4_000)));
  });

  /** Keeps the settings; and who this device is, should the browser have thrown everything away since the page was loaded. */
  const keepAll = async (settings: Kept) => {
    await keep(vault, settings);
    if ((await vault.get('identity')) === undefined) await save({});
  };

  /** A network that hangs leaves nobody in front of an empty screen. */
  const beginWithKept = async () => {
    const isStarting = () => states.now().phase === 'starting';
    const kept = isStarting() ? await recall(vault) : undefined;
    if (kept && isStarting()) show({ phase: 'running', ...kept });
  };

  /** Opens the channel, which a device that is no kiosk yet has no use for; rejects where its part of the app cannot be fetched. */
  const connect = async () => {
    const { openDeviceChannel } = await import('./channel.ts');
    if (!running()) return;
    channel ??= openDeviceChannel({
      call,
      heartbeat,
      onOpen: () =>
        void rotate()
          .then(configure)
          .then(queue.drain)
          .catch(() => undefined),
      onMessage: (message) =>
        obey(message, { apply: configure, leave: () => void lose(), update, restart: startAgain, idle }),
      onState: (isConnected) => show({ isConnected }),
    });
  };

  /** Changes the token at each start and once a day. One that could not be kept is not used, and the old one goes on. */
  const rotate = async () => {
    if (performance.now() - rotatedAt < rotationHours * 3_600_000) return;
    rotatedAt = performance.now();
    await calls.rotate().catch(() => {
      rotatedAt = -Infinity;
    });
  };

  const heartbeat = () => ({
    appVersion: APP_VERSION,
    androidVersion: androidVersion(),
    mac: identity.mac,
    ip: networkAddresses().ip,
    settingsVersion: running()?.config.settings.version ?? null,
    queueLength: states.now().waiting,
  });

  setInterval(() => {
    if (running()?.isConnected) void rotate().then(configure);
  }, directoryMinutes * 60_000);
  // The server may have been out of order for a moment, which no channel notices.
  setInterval(() => {
    if ((running()?.waiting ?? 0) > 0) void queue.drain().catch(() => undefined);
  }, againSeconds * 1_000);
  void (identity.token === null ? becomeKiosk(null) : configure());

  return {
    state: states.now,
    subscribe: states.subscribe,
    queue,
    call,
    recallPicture: pictures.recall,
    refresh: () => configure().catch(() => undefined),
    async activate(licenseKey) {
      await call(activateDevice, { body: { licenseKey, mac: identity.mac } });
      await configure();
    },
    async deprovision(password) {
      await call(deprovisionDevice, { body: { password } });
      channel?.close();
      identity = { ...identity, token: null, next: null };
      await vault.clear();
      location.reload();
    },
    setIdle: idle.set,
  };
}
