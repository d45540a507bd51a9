import { z } from 'zod';
import { Mac, Version } from './device.ts';
import { endpoint } from '../platform/endpoint.ts';
import { Id, line } from '../platform/values.ts';
import { Answer } from '../visits/visit.ts';

export const openDeviceChannel = endpoint({
  method: 'GET',
  path: '/device/ws',
  summary: 'Address of the channel of a device',
  access: 'device.act',
  reply: z.object({ url: z.string() }),
  refusals: ['tooManyRequests'],
});

/** The interval of signs of life, and the silence after which a device is offline. */
export const heartbeats = { everySeconds: 15, lostAfterSeconds: 45 } as const;

const printNotes = ['again', 'test'] as const;
export type PrintNote = (typeof printNotes)[number];

export const FromDevice = z.discriminatedUnion('event', [
  z.object({
    id: z.unknown().optional(),
    event: z.literal('heartbeat'),
    payload: z.object({
      appVersion: Version,
      androidVersion: Version.nullish(),
      mac: Mac.nullish(),
      ip: line(120).nullish(),
      /** 0 or null without settings. */
      settingsVersion: z.union([Id, z.literal(0)]).nullish(),
      queueLength: z.int().nonnegative().max(1_000_000).nullish(),
    }),
  }),
  z.object({
    id: z.unknown().optional(),
    event: z.literal('ack'),
    payload: z.object({ id: Id, result: line(120).nullish() }),
  }),
  z.object({
    id: z.unknown().optional(),
    event: z.literal('printed'),
    /** `again`: the visitor asked for another print, so the first one may have failed. `test`: a test page. */
    payload: z.object({ what: z.enum(printNotes) }),
  }),
]);
export type FromDevice = z.output<typeof FromDevice>;

/** Messages to a device. Commands have an id, which `ack` returns. */
export const ToDevice = z.discriminatedUnion('event', [
  z.object({ id: Id, event: z.enum(['reboot', 'upgrade']), payload: z.null() }),
  z.object({ id: Id.optional(), event: z.literal('settings_changed'), payload: z.object({ version: z.int() }) }),
  z.object({ id: Id.optional(), event: z.literal('deprovisioned'), payload: z.null() }),
  /** The list of sealed passes may have changed. Sent at most once a minute. */
  z.object({ id: Id.optional(), event: z.literal('passes_changed'), payload: z.null() }),
  /** Only for the kiosk that checked the visitor in. It may come after the poll of `getHostStateAtDevice` has shown the same answer. */
  z.object({
    id: Id.optional(),
    event: z.literal('visit_answered'),
    payload: z.object({ visitorId: Id, visitId: Id, answer: Answer }),
  }),
]);
export type ToDevice = z.output<typeof ToDevice>;
