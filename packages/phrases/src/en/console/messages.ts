import type { MessageKind, MessageProblem, MessageState } from '@vestibule/contract/message.ts';

const kind: Record<MessageKind, string> = {
  invite: 'Invitation',
  passwordReset: 'New password',
  directoryFailed: 'Directory not synchronised',
  kioskOffline: 'Kiosk offline',
  kioskOnline: 'Kiosk back online',
  arrival: 'Arrival',
  visitConfirmation: 'Confirmation',
  wifi: 'Wi-Fi',
  preregistration: 'Pre-registration',
  delivery: 'Delivery',
};

const state: Record<MessageState, string> = {
  queued: 'Waiting',
  sending: 'Being sent',
  sent: 'Sent',
  delivered: 'Delivered',
  failed: 'Failed',
  notSent: 'Not sent, no provider',
};

const mailProblem: Record<MessageProblem, string> = {
  noProvider: 'No mail server is set up.',
  cannotConnect: 'The mail server could not be reached.',
  timedOut: 'The mail server did not answer in time.',
  connectionLost: 'The connection to the mail server broke.',
  notSecure: 'The connection to the mail server could not be secured.',
  signInRefused: 'The mail server did not accept our sign-in.',
  refused: 'The mail server refused it.',
  deferred: 'The mail server asked us to try again later.',
  uncertain: 'The mail server did not say whether it took it. It may have arrived.',
  undelivered: 'It did not arrive.',
  expired: 'Its time ended before it could be sent.',
  userDeleted: 'It was not sent, because the user was deleted.',
  kioskDeleted: 'It was not sent, because the kiosk was deleted.',
  unreadable: 'It can no longer be read, because the key that protects it has changed.',
};

const smsProblem: Record<MessageProblem, string> = {
  ...mailProblem,
  noProvider: 'No SMS provider is set up.',
  cannotConnect: 'The SMS provider could not be reached.',
  timedOut: 'The SMS provider did not answer in time.',
  connectionLost: 'The connection to the SMS provider broke.',
  notSecure: 'The connection to the SMS provider could not be secured.',
  signInRefused: 'The SMS provider did not accept our sign-in.',
  refused: 'The SMS provider refused it.',
  deferred: 'The SMS provider asked us to try again later.',
  uncertain: 'The SMS provider did not say whether it took it. It may have arrived.',
  undelivered: 'The SMS provider could not deliver it to the phone.',
};

/** The messages that were sent to people, and what became of them. */
export const messages = {
  title: 'Messages',
  search: 'Search recipient',
  none: 'There are no messages yet',
  noneHelp: 'Invitations, and what hosts and visitors are told, appear here with what became of them.',
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
  problem: { email: mailProblem, sms: smsProblem },
  channel: { email: 'E-mail', sms: 'SMS' },
  segments_one: 'In {{count}} part',
  segments_other: 'In {{count}} parts',
  answer: '“{{answer}}”',
  nextAttempt: 'Next attempt at {{time}}.',
  ofVisit: {
    title: 'Messages about {{name}}',
    help: 'Who was told of this visit, and whether they were reached.',
    none: 'Nobody was told of this visit. The settings of the tenant decide who is.',
    failed: 'The messages could not be loaded. {{problem}}',
    to: '{{kind}} to {{recipient}}, {{channel}}',
    toNobody: '{{kind}}, {{channel}}',
    sendAgain: 'Send again: {{message}}',
    send: 'Send again',
  },
  sendAgain: 'Send again to {{recipient}}',
  queuedAgain: 'The message to {{recipient}} is on its way again.',
};
