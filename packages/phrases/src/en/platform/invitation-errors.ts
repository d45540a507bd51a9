import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';

/** Refusals of the calls of invitations and passes. */
export const invitationErrors = {
  guestRequired: 'Please enter at least one guest.',
  guestNeedsEmailOrPhone: 'A guest who gets a message needs an e-mail address or a phone number.',
  endsBeforeStart: 'The meeting must end after it starts.',
  startsInPast: 'The meeting must not start in the past.',
  meetingTooLong: 'A meeting lasts at most 24 hours.',
  tooManyGuests: 'An invitation has at most 200 guests.',
  tooManyDates: 'A series has at most 366 dates, and at most 2,000 dates times guests.',
  tooManyInvitations: 'This host already has 500 open invitations. Cancel some of them first.',
  invitationsAreOff: 'This tenant does not use invitations. Turn them on in its settings.',
  invitationIsOver: 'This meeting is over or canceled, and can no longer be changed.',
  passUnknown: 'This link is not valid. Open the link in your newest message again.',
  passIsOver: 'This meeting is over or canceled.',
} as const satisfies Partial<Record<Reason | FieldKey, string>>;

export type InvitationError = keyof typeof invitationErrors;
