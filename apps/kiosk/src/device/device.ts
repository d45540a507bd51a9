import { activateDevice, deprovisionDevice } from '@vestibule/contract/kiosks/device.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { createPictures, type Pictures } from '../offline/pictures.ts';
import type { Queue } from '../offline/queue.ts';
import type { Passes } from '../offline/passes.ts';
import type { Vault } from '../offline/vault.ts';
import { restart } from './bridge.ts';
import type { enroll as Enroll, EnrollmentNote } from './enroll.ts';
import { createIdle } from './idle.ts';
import { openIdentity } from './identity.ts';
import { forget } from './kept.ts';
import { updateApp } from './service-worker.ts';
import { type DeviceSession, startSession } from './session.ts';
import { createStates, type DeviceState } from './states.ts';

export interface Device {
  state: () => DeviceState;
  subscribe: (listener: () => void) => () => void;
  queue: Queue;
  call: Call;
  recallPicture: Pictures['recall'];
  /** Opens a pass of today without the network. */
  openPass: Passes['open'];
  refresh: () => Promise<void>;
  activate: (licenseKey: string) => Promise<void>;
  deprovision: (password: string) => Promise<void>;
  /** Says whether a visitor is at the kiosk. Disturbing work waits until none is. */
  setIdle: (isIdle: boolean) => void;
  /** Tells the console about a printed test page, or that a visitor printed again. Lost while offline. */
  notePrint: DeviceSession['notePrint'];
}

/** Not in the first load: the welcome screen does not need them. */
const importChannel = async () => (await import('./channel.ts')).openDeviceChannel;
const importEnroll = async (): Promise<typeof Enroll> => {
  try {
    return (await import('./enroll.ts')).enroll;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return importEnroll();
  }
};
const importQueue = async () => (await import('../offline/queue.ts')).openQueue;

/** Makes this browser a kiosk, for as long as the page is open. */
export async function startDevice(vault: Vault, fetchChannel = importChannel): Promise<Device> {
  const identity = await openIdentity(vault);
  const states = createStates(await vault.count());
  const { show } = states;
  const idle = createIdle();
  const pictures = createPictures(vault);
  let session: DeviceSession | null = null;

  // Answers even if the download fails: a command without an answer counts as lost.
  const update = (): Promise<string> => updateApp(idle.when).catch(() => 'failed');

  const call: Call = (endpoint, ...args) =>
    session ? session.call(endpoint, ...args) : Promise.reject(new CallFailed(401, null));
  const configure = async () => session?.configure();

  const queue = queueLater(async () => {
    const openQueue = await importQueue();
    // The next heartbeat includes it. A report per act would double the load.
    return openQueue({ vault, call, onCount: (waiting) => show({ waiting }) });
  });

  const loadPasses = async () => (await import('../offline/passes.ts')).passesOf({ vault, call });

  const beginSession = (isTokenNew: boolean) => {
    // Loads the queue before a visitor comes, who may have no network. After a failure, the first act tries again.
    void queue.list().catch(() => undefined);
    session = startSession({
      vault,
      identity,
      states,
      pictures,
      drain: queue.drain,
      refreshPasses: async () => (await loadPasses()).refresh(),
      commands: {
        idle,
        update,
        restart() {
          show({ phase: 'restarting' });
          return restart();
        },
      },
      fetchChannel,
      isTokenNew,
      onRevoked: () => void startOver(),
    });
    return session.configure();
  };

  const becomeKiosk = async (note: EnrollmentNote) => {
    const enroll = await importEnroll();
    const { hash, token } = await enroll({
      identity: identity.now(),
      note,
      onCode: (code, note) => {
        show({ phase: 'enrolling', code, note });
        // A user may be typing the code, so a reload shows the same one.
        if (code !== null && code !== identity.now().hash) void identity.save({ hash: code }).catch(() => undefined);
      },
      onMisfit: () => void update(),
    });
    // Without storage it stays a kiosk until a reload.
    await identity.save({ hash, token, next: null }).catch(() => show({ isFull: true }));
    await beginSession(true);
  };

  /** Forgets everything and shows a code again. */
  const startOver = async () => {
    session = null;
    show({ phase: 'enrolling', code: null, note: 'ended' });
    show({ isConnected: false });
    // If the token cannot be deleted, the server refuses it after the next reload.
    await identity.save({ token: null, next: null }).catch(() => undefined);
    // Data that cannot be deleted is overwritten by the next company's.
    await Promise.all([forget(vault).catch(() => undefined), pictures.keep([])]);
    await becomeKiosk('ended');
  };

  void (identity.now().token === null ? becomeKiosk(null) : beginSession(false));

  return {
    state: states.now,
    subscribe: states.subscribe,
    queue,
    call,
    recallPicture: pictures.recall,
    openPass: async (letters) => (await loadPasses()).open(letters),
    refresh: () => configure().catch(() => undefined),
    async activate(licenseKey) {
      await call(activateDevice, { body: { licenseKey, mac: identity.now().mac } });
      await configure();
    },
    async deprovision(password) {
      await call(deprovisionDevice, { body: { password } });
      session?.end();
      await vault.clear();
      location.reload();
    },
    setIdle: idle.set,
    notePrint: (what) => session?.notePrint(what),
  };
}

/** A queue that is loaded when it is first used. After a failure, the next use tries again. */
function queueLater(load: () => Promise<Queue>): Queue {
  let loading: Promise<Queue> | undefined;
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return {
    list: async () => (await loaded()).list(),
    perform: async (act) => (await loaded()).perform(act),
    drain: async () => (await loaded()).drain(),
  };
}
