import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';

/** Of screens and dialogs that load later. */
export const screenErrors = {
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
  linkInvalid: 'This link is not valid. Open the link in your newest message again.',
  visitIsOver: 'This visit is over, so it can no longer be answered.',
  invalidTimeZone: 'This is not the name of a time zone.',
  max1000keys: 'At most 1,000 keys at once.',
  max500keys: 'At most 500 keys at once.',
  licenseKeyRequired: 'Please enter a license key.',
  invalidColor: 'Enter a color such as #5B3FD6.',
  invalidUrl: 'Please enter an address that begins with https://',
  invalidTime: 'Write the time like 14:30, 2026-11-30 14:30 or 30.11.2026 14:30.',
  timeOutOfRange: 'The time must be today or later, at most one year ahead.',
  phoneListedTwice: 'This phone number is listed already.',
} as const satisfies Partial<Record<Reason | FieldKey, string>>;

export type ScreenError = keyof typeof screenErrors;
