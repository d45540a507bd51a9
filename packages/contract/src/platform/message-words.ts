/** What mails are about, and what SMS are about; each has its texts in the phrases. */
export const mailKinds = [
  'invite',
  'passwordReset',
  'directoryFailed',
  'kioskOffline',
  'kioskOnline',
  'arrival',
] as const;
export type MailKind = (typeof mailKinds)[number];
export const smsKinds = ['arrival', 'visitConfirmation', 'wifi', 'preregistration', 'delivery'] as const;
export type SmsKind = (typeof smsKinds)[number];

export const messageKinds = [...mailKinds, 'visitConfirmation', 'wifi', 'preregistration', 'delivery'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Where a message is on its way. `sent` says that the provider took an SMS over, whose delivery it reports later. `delivered` says of an
 * SMS that it reached the phone, and of a mail that the mail server took it over; `notSent` that there is no provider to send it with, or that
 * its number gets no messages. `held` waits for a manager to release it, because it is above a limit or its import did not say to send it.
 */
export const messageStates = ['queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'notSent'] as const;
export type MessageState = (typeof messageStates)[number];

/** Why a message did not get through; each has its text in the phrases. */
export const messageProblems = [
  'noProvider',
  'cannotConnect',
  'timedOut',
  'connectionLost',
  'notSecure',
  'signInRefused',
  'refused',
  'deferred',
  'uncertain',
  'undelivered',
  'expired',
  'userDeleted',
  'kioskDeleted',
  'unreadable',
  // Held: the limit that it is above, or that its import did not say whether to announce its visitors.
  'phoneLimit',
  'senderLimit',
  'tenantLimit',
  'companyLimit',
  'installationLimit',
  'importUndecided',
  // Not sent: premium, shared-cost and satellite numbers, and countries outside of the operator's list.
  'numberNotAllowed',
  'countryNotAllowed',
] as const;
export type MessageProblem = (typeof messageProblems)[number];

/** Why a message is held. */
export const holdReasons = [
  'phoneLimit',
  'senderLimit',
  'tenantLimit',
  'companyLimit',
  'installationLimit',
  'importUndecided',
] as const satisfies readonly MessageProblem[];
