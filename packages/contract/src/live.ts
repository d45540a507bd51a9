import { z } from 'zod';
import { Kiosk } from './kiosks/kiosk.ts';
import { Id } from './platform/values.ts';
import { Answer } from './visits/visit.ts';
import { Visitor } from './visits/visitor.ts';

const numbered = { id: z.int().nonnegative() };

export const LiveMessage = z.discriminatedUnion('event', [
  z.object({ ...numbered, event: z.literal('visitors_update'), payload: z.array(Visitor) }),
  z.object({ ...numbered, event: z.literal('visitors_removed'), payload: z.object({ ids: z.array(Id) }) }),
  z.object({
    ...numbered,
    event: z.literal('kiosk_status_change'),
    payload: Kiosk.pick({ id: true, status: true, offlineSince: true }),
  }),
  z.object({ ...numbered, event: z.literal('kiosk_data_change'), payload: z.object({ id: Id, data: Kiosk }) }),
  z.object({
    ...numbered,
    event: z.literal('kiosk_deprovisioned_triggered_from_kiosk'),
    payload: z.object({ id: Id }),
  }),
  z.object({
    ...numbered,
    event: z.literal('visit_answered'),
    payload: z.object({ visitorId: Id, visitId: Id, answer: Answer }),
  }),
  /** Invitations with these ids were changed. */
  z.object({ ...numbered, event: z.literal('invitations_update'), payload: z.object({ ids: z.array(Id) }) }),
  /** Refused acts were reported or dismissed. */
  z.object({ ...numbered, event: z.literal('kiosk_refusals_change'), payload: z.object({ ids: z.array(Id) }) }),
  /** Missed events are gone: load again and continue from this id. */
  z.object({ ...numbered, event: z.literal('resync'), payload: z.null() }),
]);
export type LiveMessage = z.output<typeof LiveMessage>;
