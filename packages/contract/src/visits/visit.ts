import { z } from 'zod';
import { Id, Moment } from '../platform/values.ts';

export const Named = z.object({ id: Id, name: z.string() });

export const answerKinds = ['coming', 'wait', 'colleague', 'unavailable'] as const;
export type AnswerKind = (typeof answerKinds)[number];
export const answerMinutes = [0, 2, 5, 10] as const;

/** The host's reply to an arrival. */
export const Answer = z.object({
  kind: z.enum(answerKinds),
  /** Null unless the host is coming. */
  minutes: z.literal(answerMinutes).nullable(),
  text: z.string().nullable(),
  /** The colleague who is coming, or who answered in place of the host. */
  employee: Named.nullable(),
  answeredAt: Moment,
});
export type Answer = z.output<typeof Answer>;

export const VisitRecord = z.object({
  id: Id,
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  tenant: Named,
  invitation: z.object({ id: Id, title: z.string().nullable() }).nullable(),
  employee: Named.extend({ phone: z.string().nullable(), tenant: Named }).nullable(),
  answer: Answer.nullable(),
});
export type VisitRecord = z.output<typeof VisitRecord>;

/** Also the key of the browser's cache. */
export const pathOfVisitMessages = '/visits/:visitId/messages';
