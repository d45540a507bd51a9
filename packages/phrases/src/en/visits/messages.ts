import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import type { MessageTexts } from '../../message-texts.ts';

/** The texts of the messages that people are sent. */
export const messages: MessageTexts = {
  mail: {
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
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `The employees of ${tenant} are not up to date`,
      above: [
        'Hello,',
        `The employees of ${tenant} could not be synchronised with its directory ${times} times in a row. ${why[failure]}`,
        'Until then they stay as they were. Visitors can still be checked in.',
      ],
      button: 'Open the tenant',
      below: ['It is tried again each night. You are not written to again before it has worked.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `The kiosk ${kiosk} is offline`,
      above: [
        'Hello,',
        `The kiosk ${kiosk} at ${house} has not been heard of since ${time} on ${date}.`,
        'Please see whether it has power and a network.',
      ],
      button: 'Open the kiosks',
      below: ['You are written to again when it is back.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `The kiosk ${kiosk} is back`,
      above: ['Hello,', `The kiosk ${kiosk} at ${house} is online again, since ${time} on ${date}.`],
      button: 'Open the kiosks',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} is here to see you`,
      above: [`Hello ${host},`, `${visitor} (${visitorCompany}) was checked in at ${time} to visit you at ${tenant}.`],
      button: null,
      below: [],
    }),
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Your visitor ${visitor} (${visitorCompany}) has arrived at ${tenant}, ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Welcome to ${house}. You are checked in to visit ${host === null ? tenant : `${host}, ${tenant}`}, ${date} ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi at ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} is expecting you at ${house}. Show this code when you arrive: ${link}`,
    delivery: ({ house, tenant, time }) => `A delivery for ${tenant} is waiting at the entrance of ${house}, ${time}.`,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'The directory did not answer.',
  consentRevoked: 'The directory no longer lets Vestibule in. Please connect the tenant anew.',
  secretExpired: 'The client secret of the application has expired. Please connect the tenant anew with a new one.',
  groupNotFound: 'The group is no longer in the directory.',
  serviceAccountRequired: 'The account that was used may no longer read the directory. Please connect the tenant anew.',
  tooManyRemovals: 'More than 30 % of the employees would have been removed. Please look, and confirm if it is right.',
  unexpected: 'Something went wrong on our side.',
};

function duration(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
