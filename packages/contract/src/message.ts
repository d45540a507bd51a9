/** What a message is about; each has its texts in the phrases. */
export const messageKinds = ['invite', 'passwordReset'] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Where a message is on its way. `delivered` says that the mail server took it over; `notSent` that there is no provider to send it
 * with.
 */
export const messageStates = ['queued', 'sending', 'delivered', 'failed', 'notSent'] as const;
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
  'expired',
  'unreadable',
] as const;
export type MessageProblem = (typeof messageProblems)[number];
