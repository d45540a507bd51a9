import type { MessageKind, MessageProblem, MessageState } from '@vestibule/contract/message.ts';

const kind: Record<MessageKind, string> = {
  invite: 'Invitation',
  passwordReset: 'New password',
  directoryFailed: 'Directory not synchronised',
};

const state: Record<MessageState, string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  delivered: 'Delivered',
  failed: 'Failed',
  notSent: 'Not sent, no provider',
};

const problem: Record<MessageProblem, string> = {
  noProvider: 'No mail server is set up.',
  cannotConnect: 'The mail server could not be reached.',
  timedOut: 'The mail server did not answer in time.',
  connectionLost: 'The connection to the mail server broke.',
  notSecure: 'The connection to the mail server could not be secured.',
  signInRefused: 'The mail server did not accept our sign-in.',
  refused: 'The mail server refused it.',
  deferred: 'The mail server asked us to try again later.',
  expired: 'Its link ended before it could be sent.',
  userDeleted: 'It was not sent, because the user was deleted.',
  unreadable: 'It can no longer be read, because the key that protects it has changed.',
};

/** The messages that were sent to people, and what became of them. */
export const messages = {
  title: 'Messages',
  search: 'Search recipient',
  none: 'There are no messages yet',
  noneHelp: 'Invitations and links for a new password appear here, with what became of them.',
  addressRemoved: 'Address removed',
  column: {
    recipient: 'Recipient',
    kind: 'Message',
    company: 'Company',
    state: 'State',
    written: 'Written',
  },
  kind,
  state,
  problem,
  answer: '“{{answer}}”',
  nextAttempt: 'Next attempt at {{time}}.',
  sendAgain: 'Send again to {{recipient}}',
  queuedAgain: 'The message to {{recipient}} is on its way again.',
};
