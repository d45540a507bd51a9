import { z } from 'zod';
import { Mac, Version } from './device.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, line } from '../platform/values.ts';

/** The address of the device channel, with a one-time ticket in it. */
export const openDeviceChannel = endpoint({
  method: 'GET',
  path: '/device/ws',
  summary: 'Address of the channel of a device',
  access: 'device.act',
  reply: z.object({ url: z.string() }),
  refusals: ['tooManyRequests'],
});

/** How often a device gives a sign of life, and after which silence it is offline. */
export const heartbeats = { everySeconds: 15, lostAfterSeconds: 45 } as const;

/** What a device sends on its channel. */
export const FromDevice = z.discriminatedUnion('event', [
  z.object({
    id: z.unknown().optional(),
    event: z.literal('heartbeat'),
    payload: z.object({
      appVersion: Version,
      androidVersion: Version.nullish(),
      mac: Mac.nullish(),
      ip: line(120).nullish(),
      /** Of the settings that it follows; 0 or null for none yet. */
      settingsVersion: z.union([Id, z.literal(0)]).nullish(),
      /** How many visits wait to be sent. */
      queueLength: z.int().nonnegative().max(1_000_000).nullish(),
    }),
  }),
  z.object({
    id: z.unknown().optional(),
    event: z.literal('ack'),
    payload: z.object({ id: Id, result: line(120).nullish() }),
  }),
]);
export type FromDevice = z.output<typeof FromDevice>;

/** What a device is told on its channel. Commands have an id, which `ack` gives back. */
export const ToDevice = z.discriminatedUnion('event', [
  z.object({ id: Id, event: z.enum(['reboot', 'upgrade']), payload: z.null() }),
  z.object({ id: Id.optional(), event: z.literal('settings_changed'), payload: z.object({ version: z.int() }) }),
  z.object({ id: Id.optional(), event: z.literal('deprovisioned'), payload: z.null() }),
]);
export type ToDevice = z.output<typeof ToDevice>;
