import { getDeviceConfig, getDeviceImages, listDeviceTenants } from '@vestibule/contract/kiosks/device.ts';
import type { Image } from '@vestibule/contract/platform/image.ts';
import { type Call, CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import type { Pictures } from '../offline/pictures.ts';
import type { Vault } from '../offline/vault.ts';
import type { IdentityStore } from './identity.ts';
import { forget, keep, type Kept, picturesOf, recall } from './kept.ts';
import type { States } from './states.ts';

const timeoutMs = 30_000;
/** A starting kiosk waits no longer for them. */
const startSeconds = 1.5;
/** Seconds until a retry. */
const againSeconds = { unknown: 4, connected: 15, misfit: 60 } as const;

interface SyncOptions {
  call: Call;
  vault: Vault;
  identity: IdentityStore;
  states: States;
  pictures: Pictures;
  /** Aborted when this device stops being this kiosk. */
  signal: AbortSignal;
  /** Called when new settings are in force. */
  onSettings: () => void;
  onMisfit: () => void;
}

type Fetched =
  | { kind: 'settings'; settings: Kept }
  | { kind: 'revoked' }
  | { kind: 'unlicensed' }
  | { kind: 'away' | 'misfit' };

/**
 * Returns a function that fetches settings and directory, or continues with stored ones. It returns the seconds until the next run, or
 * null if the channel will trigger it.
 */
export function createSync(options: SyncOptions): () => Promise<number | null> {
  const { call, vault, identity, states, pictures, signal, onSettings, onMisfit } = options;
  const { show, running } = states;

  const follow = async (settings: Kept) => {
    const isFull = await keepAll(settings).then(
      () => false,
      () => true,
    );
    // The kiosk was removed during the work.
    if (signal.aborted) return forget(vault);
    show({ phase: 'running', ...settings });
    show({ isFull, isMisfit: false });
    void pictures.keep(picturesOf(settings));
    onSettings();
  };

  /** Stores the settings, and the identity in case the browser evicted it. */
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

  /** With a hanging network, stored data avoids an empty screen. */
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
        show({ phase: 'license' });
        return null;
      case 'away':
      case 'misfit':
        return workOn(fetched.kind);
    }
  };
}

async function fetchSettings(call: Call): Promise<Fetched> {
  try {
    const config = await call(getDeviceConfig, {}, { signal: AbortSignal.timeout(timeoutMs) });
    const tenants = await call(listDeviceTenants, {}, { signal: AbortSignal.timeout(timeoutMs) });
    const background = config.settings.background === 'image' ? await fetchBackground(call) : null;
    return { kind: 'settings', settings: { config, tenants, background } };
  } catch (error) {
    if (error instanceof z.ZodError) return { kind: 'misfit' };
    if (!(error instanceof CallFailed)) throw error;
    // A gateway decides nothing.
    if (error.problem === null) return { kind: 'away' };
    if (error.status === 401) return { kind: 'revoked' };
    return { kind: error.status === 402 ? 'unlicensed' : 'away' };
  }
}

async function fetchBackground(call: Call): Promise<Image | null> {
  const { background } = await call(getDeviceImages, {}, { signal: AbortSignal.timeout(timeoutMs) });
  return background;
}
