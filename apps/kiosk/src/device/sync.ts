import { getDeviceConfig, getDeviceImages, listDeviceTenants } from '@vestibule/contract/kiosks/device.ts';
import type { Image } from '@vestibule/contract/platform/image.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import type { Pictures } from '../offline/pictures.ts';
import type { Vault } from '../offline/vault.ts';
import type { IdentityStore } from './identity.ts';
import { forget, keep, type Kept, picturesOf, recall } from './kept.ts';
import type { States } from './states.ts';

/** For how long settings and directory may be on their way. */
const patience = 30_000;
/** After this a kiosk that starts does not wait for them any longer. */
const startSeconds = 1.5;
/** How soon a server is asked again that was away, or answered what this version of the app does not understand. */
const againSeconds = { unknown: 4, connected: 15, misfit: 60 } as const;

interface SyncOptions {
  call: Call;
  vault: Vault;
  identity: IdentityStore;
  states: States;
  pictures: Pictures;
  /** Of the time for which this device is the kiosk that it is: what comes later changes nothing. */
  signal: AbortSignal;
  /** Told of new settings, as soon as they are followed. */
  onSettings: () => void;
  /** The server answers what this version of the app does not understand. */
  onMisfit: () => void;
}

type Fetched =
  | { kind: 'settings'; settings: Kept }
  /** The server takes the token of this device no more. */
  | { kind: 'revoked' }
  | { kind: 'unlicensed' }
  | { kind: 'away' | 'misfit' };

/**
 * Answers a function that fetches settings and directory and follows them, or works on with those from before. That one answers in
 * how many seconds to ask again; null where there is no need to, or the channel will say when.
 */
export function createSync(options: SyncOptions): () => Promise<number | null> {
  const { call, vault, identity, states, pictures, signal, onSettings, onMisfit } = options;
  const { show, running } = states;

  const follow = async (settings: Kept) => {
    const isFull = await keepAll(settings).then(
      () => false,
      () => true,
    );
    // What a kiosk forgot that was removed meanwhile was kept again.
    if (signal.aborted) return forget(vault);
    show({ phase: 'running', ...settings });
    show({ isFull, isMisfit: false });
    void pictures.keep(picturesOf(settings));
    onSettings();
  };

  /** Keeps the settings; and who this device is, should the browser have thrown everything away since the page was loaded. */
  const keepAll = async (settings: Kept) => {
    await keep(vault, settings);
    if ((await vault.get('identity')) === undefined) await identity.save({});
  };

  const workOn = async (without: 'away' | 'misfit'): Promise<number | null> => {
    const isMisfit = without === 'misfit';
    show({ isMisfit });
    if (isMisfit) onMisfit();
    const kept = running() ?? (await recall(vault).catch(() => undefined));
    if (signal.aborted) return null;
    if (!kept) {
      show({ phase: without });
      return againSeconds.unknown;
    }
    if (!running()) show({ phase: 'running', config: kept.config, tenants: kept.tenants, background: kept.background });
    if (isMisfit) return againSeconds.misfit;
    return states.now().isConnected ? againSeconds.connected : null;
  };

  /** A network that hangs leaves nobody in front of an empty screen. */
  const beginWithKept = async () => {
    const isStarting = () => states.now().phase === 'starting';
    const kept = isStarting() ? await recall(vault) : undefined;
    if (kept && isStarting()) show({ phase: 'running', ...kept });
  };

  return async () => {
    const waiting = setTimeout(() => void beginWithKept().catch(() => undefined), startSeconds * 1_000);
    const fetched = await fetchSettings(call).finally(() => clearTimeout(waiting));
    if (signal.aborted) return null;
    switch (fetched.kind) {
      case 'settings':
        await follow(fetched.settings);
        return null;
      case 'revoked':
        return null;
      case 'unlicensed':
        show({ phase: 'licence' });
        return null;
      case 'away':
      case 'misfit':
        return workOn(fetched.kind);
    }
  };
}

async function fetchSettings(call: Call): Promise<Fetched> {
  try {
    const config = await call(getDeviceConfig, {}, { signal: AbortSignal.timeout(patience) });
    const tenants = await call(listDeviceTenants, {}, { signal: AbortSignal.timeout(patience) });
    const background = config.settings.background === 'image' ? await fetchBackground(call) : null;
    return { kind: 'settings', settings: { config, tenants, background } };
  } catch (error) {
    if (error instanceof z.ZodError) return { kind: 'misfit' };
    if (!(error instanceof CallFailed)) throw error;
    // A gateway in between decides nothing.
    if (error.problem === null) return { kind: 'away' };
    if (error.status === 401) return { kind: 'revoked' };
    return { kind: error.status === 402 ? 'unlicensed' : 'away' };
  }
}

async function fetchBackground(call: Call): Promise<Image | null> {
  const { background } = await call(getDeviceImages, {}, { signal: AbortSignal.timeout(patience) });
  return background;
}
