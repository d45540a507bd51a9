import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hello ${guest},`,
  subject: {
    invitation: (tenant) => `Invitation from ${tenant}`,
    invitationChanged: (tenant) => `Changed invitation from ${tenant}`,
    invitationCanceled: (tenant) => `Canceled invitation from ${tenant}`,
    invitationReminder: (tenant) => `Reminder: visit to ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} invites you to ${house}.`,
    invitationChanged: (who, house) => `Your invitation has changed: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Your invitation is canceled: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} expects you tomorrow: ${house}.`,
  },
  until: (day) => `Repeated until ${day}.`,
  was: (time) => `was ${time}`,
  othersStay: 'Your other dates of this series stay.',
  open: 'Open your pass',
  privacy: 'We use your e-mail address for this invitation only. See or delete your data on your pass.',
  label: { host: 'Host', where: 'Where', note: 'Note', code: 'No phone with you? Type this at reception:' },
  stillHere: {
    subject: (house) => `Are you still at ${house}?`,
    sentence: (house, time) =>
      `You have been checked in at ${house} since ${time}. Please tell us whether you are still here or have left.`,
    button: 'Answer',
  },
  declined: (guest) => `${guest} cannot come`,
  comes: (guest) => `${guest} can come after all`,
  passCode: (code, house) => `${code} is your code for your pass at ${house}. It works for 10 minutes.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'You are invited to Vestibule' : `You are invited to ${organization}`,
      above: [
        'Hello,',
        organization === null
          ? 'We created a Vestibule account for you.'
          : `We created a Vestibule account for you at ${organization}.`,
        'Choose a password to begin.',
      ],
      button: 'Choose a password',
      below: [
        `The link works once, within ${duration(validHours)}.`,
        'If you did not expect this message, you can ignore it.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Choose a new password',
      above: ['Hello,', 'We received a request for a new password for your Vestibule account.'],
      button: 'Choose a new password',
      below: [
        `The link works once, within ${duration(validHours)}.`,
        'If it was not you, ignore this message: your password does not change.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Sign in to your visitors',
      above: ['Hello,', 'Use this link to sign in and see your visitors.'],
      button: 'Sign in',
      below: [
        `The link works once, within ${validMinutes} minutes.`,
        'If you did not ask for it, ignore this message.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `The employees of ${tenant} are not up to date`,
      above: [
        'Hello,',
        `The employees of ${tenant} could not be synchronized with its directory ${times} times in a row. ${why[failure]}`,
        'Until then they do not change. Visitors can still check in.',
      ],
      button: 'Open the tenant',
      below: ['We try again every night and will only write again after it has worked once.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `The kiosk ${kiosk} is offline`,
      above: [
        'Hello,',
        `Kiosk ${kiosk} at ${house} has been offline since ${time} on ${date}.`,
        'Please check its power and network connection.',
      ],
      button: 'Open the kiosks',
      below: ['We write again when it is back.'],
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
      button: 'Answer',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} is waiting for ${facts.host}`,
      above: [`Hello ${recipient},`, noAnswer(facts)],
      button: 'Answer',
      below: [],
    }),
    ...guest.mail,
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
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'The directory did not answer.',
  consentRevoked: 'The directory no longer allows access. Please connect the tenant again.',
  secretExpired: 'The client secret of the application has expired. Please connect the tenant again with a new one.',
  groupNotFound: 'The group is no longer in the directory.',
  serviceAccountRequired:
    'The account that was used may no longer read the directory. Please connect the tenant again.',
  tooManyRemovals:
    'More than 30 % of the employees would have been removed. Please check, and confirm if this is right.',
  unexpected: 'Something went wrong on our side.',
};

function duration(hours: number): string {
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` from ${company}`);
  return `${host} has not answered. ${who} is waiting at ${tenant}, checked in at ${time}.`;
}
