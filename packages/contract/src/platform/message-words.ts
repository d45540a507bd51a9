export const mailKinds = [
  'invite',
  'passwordReset',
  'hostLink',
  'directoryFailed',
  'kioskOffline',
  'kioskOnline',
  'arrival',
  'unanswered',
  'invitation',
  'invitationChanged',
  'invitationCanceled',
  'invitationReminder',
  'stillHere',
  'guestDeclined',
  'guestComes',
] as const;
export type MailKind = (typeof mailKinds)[number];
/** Messages to guests, by mail, or by SMS if only a phone is known. */
export const guestKinds = ['invitation', 'invitationChanged', 'invitationCanceled', 'invitationReminder'] as const;
export type GuestKind = (typeof guestKinds)[number];
/** Messages to the host about a guest. They are linked to the guest, who never sees them. */
export const hostKinds = ['guestDeclined', 'guestComes'] as const;
export type HostKind = (typeof hostKinds)[number];

/** SMS by the settings of a tenant. */
export const settingsKinds = ['arrival', 'visitConfirmation', 'wifi', 'preregistration', 'delivery'] as const;
export type SettingsKind = (typeof settingsKinds)[number];
export const smsKinds = [...settingsKinds, 'unanswered', ...guestKinds, ...hostKinds, 'stillHere', 'passCode'] as const;
export type SmsKind = (typeof smsKinds)[number];

export const messageKinds = [
  ...mailKinds,
  'visitConfirmation',
  'wifi',
  'preregistration',
  'delivery',
  'passCode',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * `sent`: the SMS provider accepted it. `delivered`: the SMS reached the phone, or the mail server accepted the mail. `notSent`: no
 * provider, or a barred number. `held`: above a limit or of an undecided import; a manager releases it.
 */
export const messageStates = ['queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'notSent'] as const;
export type MessageState = (typeof messageStates)[number];

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
  'employeeDeleted',
  // Not sent: the person has no address for the channels that are on.
  'noAddress',
  // Held: the exceeded limit, or an undecided import.
  'phoneLimit',
  'senderLimit',
  'tenantLimit',
  'companyLimit',
  'installationLimit',
  'hostLimit',
  'importUndecided',
  // Not sent: premium, shared-cost and satellite numbers, and countries that the operator does not allow.
  'numberNotAllowed',
  'countryNotAllowed',
] as const;
export type MessageProblem = (typeof messageProblems)[number];

export const holdReasons = [
  'phoneLimit',
  'senderLimit',
  'tenantLimit',
  'companyLimit',
  'installationLimit',
  'hostLimit',
  'importUndecided',
] as const satisfies readonly MessageProblem[];
