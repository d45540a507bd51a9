import type { MessageTexts } from '../message-texts.ts';

/** The texts of the messages that people are sent. */
export const messages: MessageTexts = {
  invite: ({ organisation, validHours }) => ({
    subject: organisation === null ? 'You are invited to Vestibule' : `You are invited to ${organisation}`,
    above: [
      'Hello,',
      organisation === null
        ? 'An account on Vestibule was made for you.'
        : `An account on Vestibule was made for you at ${organisation}.`,
      'Choose a password to begin.',
    ],
    button: 'Choose a password',
    below: [
      `The link works once, within ${duration(validHours)}.`,
      'If you did not expect this message, you need not do anything.',
    ],
  }),
  passwordReset: ({ validHours }) => ({
    subject: 'Choose a new password',
    above: ['Hello,', 'Somebody asked for a new password for your account on Vestibule.'],
    button: 'Choose a new password',
    below: [
      `The link works once, within ${duration(validHours)}.`,
      'If it was not you, you need not do anything: your password stays as it is.',
    ],
  }),
};

function duration(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
