import { activateDevice, deprovisionDevice } from '@vestibule/contract/kiosks/device.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { ofContract } from '../offline/act.ts';
import { createPictures, type Pictures } from '../offline/pictures.ts';
import { createQueue, type Queue } from '../offline/queue.ts';
import type { Vault } from '../offline/vault.ts';
import { restart } from './bridge.ts';
import { enrol, type EnrolmentNote } from './enrol.ts';
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
  /** Fetches settings and directory anew, as far as the server can be reached. */
  refresh: () => Promise<void>;
  /** Binds a licence to this device; rejects with `CallFailed`. */
  activate: (licenseKey: string) => Promise<void>;
  /** Ends being a kiosk; rejects with `CallFailed` where the password is another. */
  deprovision: (password: string) => Promise<void>;
  /** Says whether somebody stands at the kiosk; what would disturb them waits until nobody does. */
  setIdle: (isIdle: boolean) => void;
}

/** Not of the first load: a device has no use for it before it is a kiosk. */
const importChannel = async () => (await import('./channel.ts')).openDeviceChannel;

/** Makes this browser a kiosk: it is enrolled, follows its settings and obeys the console, for as long as the page is open. */
export async function startDevice(vault: Vault, fetchChannel = importChannel): Promise<Device> {
  const identity = await openIdentity(vault);
  const states = createStates(await vault.count());
  const { show } = states;
  const idle = createIdle();
  const pictures = createPictures(vault);
  /** Null for a device that is no kiosk. */
  let session: DeviceSession | null = null;

  // Answers where the new version could not be fetched, too: a command without an answer counts as one that did not arrive.
  const update = (): Promise<string> => updateApp(idle.when).catch(() => 'failed');

  const call: Call = (endpoint, ...args) =>
    session ? session.call(endpoint, ...args) : Promise.reject(new CallFailed(401, null));
  const configure = async () => session?.configure();

  const queue = createQueue({
    vault,
    server: ofContract(call),
    // The next heartbeat says it too. One for each act that is sent would cost the server as much again as the act.
    onCount: (waiting) => show({ waiting }),
  });

  const beginSession = (isTokenNew: boolean) => {
    session = startSession({
      vault,
      identity,
      states,
      pictures,
      drain: queue.drain,
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

  const becomeKiosk = async (note: EnrolmentNote) => {
    const { hash, token } = await enrol({
      identity: identity.now(),
      note,
      onCode: (code, note) => {
        show({ phase: 'enrolling', code, note });
        // Somebody may be typing it: loaded again, the device shows the same.
        if (code !== null && code !== identity.now().hash) void identity.save({ hash: code }).catch(() => undefined);
      },
      onMisfit: () => void update(),
    });
    // Where the storage has no room it stays a kiosk only until the page is loaded again.
    await identity.save({ hash, token, next: null }).catch(() => show({ isFull: true }));
    await beginSession(true);
  };

  /** No kiosk any more, it forgets what it knew and shows a code again. */
  const startOver = async () => {
    session = null;
    show({ phase: 'enrolling', code: null, note: 'ended' });
    show({ isConnected: false });
    // Where the token cannot be taken out it is tried once more after a reload, and refused again.
    await identity.save({ token: null, next: null }).catch(() => undefined);
    // What cannot be removed gives way to what the next company has.
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
  };
}
