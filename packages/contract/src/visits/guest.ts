import { z } from 'zod';
import { messageProblems } from '../platform/message-words.ts';
import { Email, Id, languages, line, Moment, requiredLine, TypedPhone } from '../platform/values.ts';

/** `noShow`: did not come until the end. The others follow from the guest's reply and visit. */
export const guestStates = ['invited', 'confirmed', 'declined', 'inside', 'left', 'noShow'] as const;
export type GuestState = (typeof guestStates)[number];

export const passStates = ['queued', 'sent', 'delivered', 'failed'] as const;

/** A person named on one date of an invitation. `visitorId` is known with the phone. */
export const Guest = z.object({
  id: Id,
  name: z.string(),
  companyName: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.enum(languages),
  visitorId: Id.nullable(),
  state: z.enum(guestStates),
  /** The last message to the guest. Null if the guest got none. */
  passState: z.enum(passStates).nullable(),
  passProblem: z.enum(messageProblems).nullable(),
  /** The message is above a limit and goes out then, or waits for a manager, who may release it before. */
  held: z.object({ messageId: Id, sendsAt: Moment.nullable() }).nullable(),
});
export type Guest = z.output<typeof Guest>;

/** The installation cannot send the message, so another address would not help. */
export function isWithoutProvider({ passState, passProblem }: Guest): boolean {
  return passState === 'failed' && passProblem === 'noProvider';
}

export const orNull = (text: string | null | undefined) => text || null;

export const GuestFields = z.strictObject({
  name: requiredLine('nameRequired', 120),
  companyName: line(120).nullish().transform(orNull),
  email: z
    .union([Email, z.literal('')])
    .nullish()
    .transform(orNull),
  phone: z
    .union([TypedPhone, z.literal('')])
    .nullish()
    .transform(orNull),
  language: z.enum(languages).optional(),
});
export type GuestFields = z.output<typeof GuestFields>;

/** Replaces the data of a guest, who keeps the pass. Without `language` the guest keeps it. */
export const GuestEdit = GuestFields.extend({ id: Id });
export type GuestEdit = z.output<typeof GuestEdit>;
