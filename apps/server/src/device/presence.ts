import { isDeepStrictEqual } from 'node:util';
import { FromDevice, type ToDevice } from '@vestibule/contract/device.ts';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Db, transaction } from '../db/database.ts';
import { commandSeconds } from '../kiosk/command.ts';
import { publishKiosks } from '../kiosk/kiosk.ts';
import { type DevicesConcerned, tellDevices } from '../kiosk/tell-devices.ts';
import {
  acknowledge,
  attach,
  type Changed,
  type DeviceState,
  detach,
  keepHeartbeat,
  listStates,
  loseSilent,
  takeCommands,
  touch,
} from './presence.store.ts';
import { gather } from './gather.ts';
import { regularly } from './regularly.ts';

/** Signs of life are written together, this often: a write for each would cost more than all else. */
const touchMilliseconds = 1_000;
const sweepMilliseconds = 5_000;

/** Why a channel is closed: the device is no kiosk any more, its token is over, or it has opened another channel. */
export const closes = { deprovisioned: 4410, revoked: 4401, replaced: 4409 } as const;

/** A channel as its socket has it open. */
export interface DeviceChannel {
  channelId: string;
  kioskId: number;
  send: (message: ToDevice) => void;
  close: (code: number) => void;
  /** Ends the connection without a word, and with it what the network has not brought to the device yet. */
  reset: () => void;
}

interface Present extends DeviceChannel {
  companyId: number;
  /** What the device said last, and the settings that it was told of. */
  said: object | null;
  told: number | null;
  hasSpoken: boolean;
  /** When it was sent a command, in milliseconds; null once it has spoken since. */
  commandedAt: number | null;
}

/** The devices on the channels of this process. What all processes know of them is in the database. */
export interface Presence {
  /** Takes a channel in, and closes it where its device is no kiosk any more. */
  arrive(channel: DeviceChannel): Promise<void>;
  hear(channelId: string, text: string): Promise<void>;
  leave(channelId: string): Promise<void>;
  /** Looks after the devices concerned; all when absent. */
  attend(concerned?: DevicesConcerned): Promise<void>;
  stop(): Promise<void>;
}

interface PresenceOptions {
  db: Db;
  log: FastifyBaseLogger;
  /** Told after each change that was published. */
  changed: () => void;
}

export function startPresence({ db, log, changed }: PresenceOptions): Presence {
  const open = new Map<string, Present>();

  async function arrive(channel: DeviceChannel): Promise<void> {
    const kiosk = await change(async (db) => {
      const attached = await attach(db, channel);
      // Another process may have a channel of this device, which is over now.
      if (attached?.had_channel) await tellDevices(db, { kioskIds: [attached.id] });
      if (attached && !attached.was_online) await tellStatus(db, [attached]);
      return attached;
    });
    if (!kiosk) return channel.close(closes.deprovisioned);
    const fresh = { said: null, told: null, hasSpoken: false, commandedAt: null };
    open.set(channel.channelId, { ...channel, companyId: kiosk.company_id, ...fresh });
    await attendGathered({ kioskIds: [channel.kioskId] });
  }

  async function hear(channelId: string, text: string): Promise<void> {
    const present = open.get(channelId);
    const said = parseJson(text);
    const message = FromDevice.safeParse(said).data;
    if (!present) return;
    present.commandedAt = null;
    // An app of another version may say more or less than is known here, and is there all the same.
    if (AnyHeartbeat.safeParse(said).success) present.hasSpoken = true;
    if (!message) return;
    if (message.event === 'ack') {
      const { id, result } = message.payload;
      return acknowledge(db, present.kioskId, id, result ?? null);
    }
    if (isDeepStrictEqual(present.said, message.payload)) return;
    await change(async (db) => {
      const different = await keepHeartbeat(db, channelId, message.payload);
      if (different) await publishKiosks(db, different.company_id, 'kiosk_data_change', [different.id]);
    });
    present.said = message.payload;
  }

  async function leave(channelId: string): Promise<void> {
    open.delete(channelId);
    await change(async (db) => {
      const kiosk = await detach(db, channelId);
      if (kiosk) await tellStatus(db, [kiosk]);
    });
  }

  const attendGathered = gather<DevicesConcerned | undefined>(async (asked) => {
    const here = [...open.values()].filter((present) => asked.some((concerned) => isConcerned(present, concerned)));
    if (here.length === 0) return;
    const states = await listStates(
      db,
      here.map(({ kioskId }) => kioskId),
    );
    const byId = new Map(states.map((state) => [state.id, state]));
    for (const present of here) tell(present, byId.get(present.kioskId));
    const commands = await takeCommands(
      db,
      here.map(({ channelId }) => channelId),
    );
    const byKiosk = Map.groupBy(commands, (command) => command.kiosk_id);
    for (const present of here) {
      for (const { id, event } of byKiosk.get(present.kioskId) ?? []) {
        present.send({ id, event, payload: null });
        present.commandedAt = Date.now();
      }
    }
  });

  function tell(present: Present, state: DeviceState | undefined): void {
    if (!state) {
      present.send({ event: 'deprovisioned', payload: null });
      return present.close(closes.deprovisioned);
    }
    if (!state.has_token) return present.close(closes.revoked);
    if (state.channel_id !== null && state.channel_id !== present.channelId) return present.close(closes.replaced);
    const known = present.told ?? state.applied_settings_version;
    present.told = state.settings_version;
    if (known === state.settings_version) return;
    present.send({ event: 'settings_changed', payload: { version: state.settings_version } });
  }

  /** A command that the network has kept back so long is not to be carried out when it comes back. */
  function dropUnanswered(): void {
    const oldest = Date.now() - commandSeconds * 1_000;
    for (const present of open.values()) {
      if (present.commandedAt !== null && present.commandedAt < oldest) present.reset();
    }
  }

  /** Notes who has spoken. A device that was given up and speaks again is back. */
  async function touchSpoken(): Promise<void> {
    dropUnanswered();
    const spoken = [...open.values()].filter(({ hasSpoken }) => hasSpoken);
    if (spoken.length === 0) return;
    for (const present of spoken) present.hasSpoken = false;
    const touched = new Set(
      await touch(
        db,
        spoken.map(({ channelId }) => channelId),
      ),
    );
    for (const present of spoken.filter(({ channelId }) => !touched.has(channelId))) {
      await change(async (db) => {
        const back = await attach(db, present, true);
        if (back) await tellStatus(db, [back]);
      });
      await attendGathered({ kioskIds: [present.kioskId] });
    }
  }

  async function sweep(): Promise<void> {
    await change(async (db) => tellStatus(db, await loseSilent(db)));
  }

  async function change<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const result = await transaction(db, work);
    changed();
    return result;
  }

  const stopTouching = regularly(touchSpoken, touchMilliseconds, log);
  const stopSweeping = regularly(sweep, sweepMilliseconds, log);

  return {
    arrive,
    hear,
    leave,
    attend: (concerned) => attendGathered(concerned),
    async stop() {
      await Promise.all([stopTouching(), stopSweeping()]);
    },
  };
}

async function tellStatus(db: Db, kiosks: readonly Changed[]): Promise<void> {
  for (const { id, company_id: companyId } of kiosks) {
    await publishKiosks(db, companyId, 'kiosk_status_change', [id]);
  }
}

const AnyHeartbeat = z.object({ event: z.literal('heartbeat') });

function isConcerned({ kioskId, companyId }: Present, concerned: DevicesConcerned | undefined): boolean {
  if (concerned === undefined) return true;
  return 'companyId' in concerned ? concerned.companyId === companyId : concerned.kioskIds.includes(kioskId);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
