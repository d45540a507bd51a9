import { isDeepStrictEqual } from 'node:util';
import { FromDevice, type ToDevice } from '@vestibule/contract/kiosks/device-channel.ts';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { type Db, isUnavailable, type Reach, transaction } from '../../platform/db/database.ts';
import { commandSeconds } from '../kiosk/command.ts';
import { publishKiosks } from '../kiosk/kiosk.ts';
import { type DevicesConcerned, notifyDevices } from '../kiosk/notify-devices.ts';
import { attendance, type Attended, closes, concernsDevice } from './attendance.ts';
import { coalesce } from './coalesce.ts';
import {
  acknowledge,
  attach,
  detach,
  type Heartbeat,
  keepHeartbeats,
  loseSilent,
  notePrint,
  type OfKiosk,
  touch,
} from './presence.store.ts';
import { redeemDeviceTickets } from './ticket.ts';

/** Interval of storing signs of life. Single writes would cost more than all else. */
const touchMs = 1_000;
const sweepMs = 5_000;

export interface DeviceChannel extends Pick<Attended, 'channelId' | 'send' | 'close'> {
  ticket: string;
  /** The other end of the connection. A browser does not know its address. */
  address: string;
  reset: () => void;
}

interface Present extends Attended, DeviceChannel {
  reported: object | null;
  hasSpoken: boolean;
}

export interface Presence {
  arrive(channel: DeviceChannel): Promise<void>;
  receive(channelId: string, text: string): Promise<void>;
  leave(channelId: string): Promise<void>;
  attend(concerned?: DevicesConcerned): Promise<void>;
  /** Makes the message only if such a device is here. */
  tell(concerned: DevicesConcerned, message: (companyId: number) => Promise<ToDevice | undefined>): Promise<void>;
  stop(): Promise<void>;
}

interface PresenceOptions {
  reach: Reach;
  log: FastifyBaseLogger;
  changed: () => void;
}

export function startPresence({ reach, log, changed }: PresenceOptions): Presence {
  const { acrossCompanies } = reach;
  const change = changing(acrossCompanies, changed);
  const open = new Map<string, Present>();
  const attend = attendance(acrossCompanies, () => open.values());

  const arrive = coalesce<DeviceChannel>(async (channels) => {
    const tickets = channels.map(({ ticket }) => ticket);
    const kiosks = await redeemDeviceTickets(acrossCompanies, tickets);
    const invited = channels.flatMap((channel, place) => {
      const kiosk = kiosks[place];
      return kiosk === undefined ? [] : { ...channel, ...kiosk };
    });
    await change((db) => takeIn(db, invited));
    for (const [place, channel] of channels.entries()) {
      if (kiosks[place] === undefined) channel.close(closes.revoked);
    }
    const fresh = { reported: null, sentVersion: null, hasSpoken: false, commandedAt: null };
    for (const channel of invited) {
      open.set(channel.channelId, { ...channel, ...fresh });
    }
    await attend({ kioskIds: invited.map(({ kioskId }) => kioskId) });
  });

  async function receive(channelId: string, text: string): Promise<void> {
    const present = open.get(channelId);
    const reported = parseJson(text);
    const message = FromDevice.safeParse(reported).data;
    if (!present) return;
    present.commandedAt = null;
    // Another app version may report more or less, and is still alive.
    if (AnyHeartbeat.safeParse(reported).success) present.hasSpoken = true;
    if (!message) return;
    const ofCompany = reach.within([present.companyId]);
    if (message.event === 'ack') {
      const { id, result } = message.payload;
      return acknowledge(ofCompany, present, id, result ?? null);
    }
    if (message.event === 'printed') return notePrint(ofCompany, present, message.payload.what);
    const heartbeat = { ...message.payload, ip: message.payload.ip || present.address };
    if (isDeepStrictEqual(present.reported, heartbeat)) return;
    const { companyId, kioskId } = present;
    await keep({ companyId, kioskId, channelId, reported: heartbeat });
    present.reported = heartbeat;
  }

  const keep = coalesce<OfKiosk & { reported: Heartbeat }>((heartbeats) =>
    change(async (db) => publishKiosks(db, 'kiosk_data_change', await keepHeartbeats(db, heartbeats))),
  );

  async function leave(channelId: string): Promise<void> {
    const present = open.get(channelId);
    open.delete(channelId);
    if (present) await part(present);
  }

  const part = coalesce<OfKiosk>((channels) =>
    change(async (db) => publishKiosks(db, 'kiosk_status_change', await detach(db, channels))),
  );

  async function tell(
    concerned: DevicesConcerned,
    messageFor: (companyId: number) => Promise<ToDevice | undefined>,
  ): Promise<void> {
    const devices = [...open.values()].filter(concernsDevice([concerned]));
    const companyId = devices[0]?.companyId;
    const message = companyId === undefined ? undefined : await messageFor(companyId);
    if (message) for (const device of devices) device.send(message);
  }

  /** A late command must not run when the network returns. */
  function dropUnanswered(): void {
    const oldest = Date.now() - commandSeconds * 1_000;
    for (const present of open.values()) {
      if (present.commandedAt !== null && present.commandedAt < oldest) present.reset();
    }
  }

  async function touchSpoken(): Promise<void> {
    dropUnanswered();
    const spoken = [...open.values()].filter(({ hasSpoken }) => hasSpoken);
    if (spoken.length === 0) return;
    for (const present of spoken) present.hasSpoken = false;
    const touched = new Set(await touch(acrossCompanies, spoken));
    const givenUp = spoken.filter(({ channelId }) => !touched.has(channelId) && open.has(channelId));
    if (givenUp.length === 0) return;
    await change(async (db) => publishKiosks(db, 'kiosk_status_change', await attach(db, givenUp, true)));
    // A channel may close during the write, and its kiosk must not stay online.
    await Promise.all(givenUp.filter(({ channelId }) => !open.has(channelId)).map((kiosk) => part(kiosk)));
    await attend({ kioskIds: givenUp.map(({ kioskId }) => kioskId) });
  }

  async function sweep(): Promise<void> {
    await change(async (db) => publishKiosks(db, 'kiosk_status_change', await loseSilent(db)));
  }

  const stopTouching = runPeriodically(touchSpoken, touchMs, log);
  const stopSweeping = runPeriodically(sweep, sweepMs, log);

  return {
    arrive,
    receive,
    leave,
    attend: (concerned) => attend(concerned),
    tell,
    async stop() {
      await Promise.all([stopTouching(), stopSweeping()]);
    },
  };
}

/** All connected kiosks share its transactions. */
function changing(db: Db, changed: () => void) {
  return async <Result>(work: (db: Db) => Promise<Result>): Promise<Result> => {
    const result = await transaction(db, work);
    changed();
    return result;
  };
}

async function takeIn(db: Db, channels: readonly OfKiosk[]): Promise<void> {
  const attached = await attach(db, channels);
  // Another process may have a former channel of the device.
  const elsewhere = attached.filter((kiosk) => kiosk.had_channel);
  if (elsewhere.length > 0) await notifyDevices(db, { kioskIds: elsewhere.map(({ id }) => id) });
  const arrived = attached.filter((kiosk) => !kiosk.was_online);
  await publishKiosks(db, 'kiosk_status_change', arrived);
}

const AnyHeartbeat = z.object({ event: z.literal('heartbeat') });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function runPeriodically(work: () => Promise<void>, milliseconds: number, log: FastifyBaseLogger): () => Promise<void> {
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= work()
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ error }, 'updating devices failed');
      })
      .finally(() => (running = undefined));
  };
  run();
  const timer = setInterval(run, milliseconds);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
