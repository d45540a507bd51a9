/** A link that works once and for a time. */
interface LinkText {
  /** For how long it works from when the message is written. */
  validHours: number;
}

/** The texts of a message: what stands above its button, on it and below it. */
export interface MailText {
  subject: string;
  above: readonly string[];
  button: string;
  below: readonly string[];
}

/** The texts of the messages that people are sent, by kind. What a function takes is the data that its message needs. */
export const messages = {
  invite: ({ organisation, validHours }: LinkText & { organisation: string | null }): MailText => ({
    subject: organisation === null ? 'You are invited to Vestibule' : `You are invited to ${organisation} on Vestibule`,
    above: [
      'Hello,',
      organisation === null
        ? 'An account on Vestibule was made for you.'
        : `An account on Vestibule was made for you at ${organisation}.`,
      'Choose a password to begin.',
    ],
    button: 'Choose a password',
    below: [
      `The link works once, for ${duration(validHours)}.`,
      'If you did not expect this message, you need not do anything.',
    ],
  }),
  passwordReset: ({ validHours }: LinkText): MailText => ({
    subject: 'Choose a new password for Vestibule',
    above: ['Hello,', 'Somebody asked for a new password for your account on Vestibule.'],
    button: 'Choose a new password',
    below: [
      `The link works once, for ${duration(validHours)}.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
  }),
};

function duration(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
