import type { session } from '../accounts/console/session.ts';
import type { errors } from '../platform/errors.ts';
import type { ScreenError } from '../platform/screen-errors.ts';
import type { shell } from '../platform/console/shell.ts';
import type { ui } from '../platform/console/ui.ts';
import type { invitations } from './console/invitations.ts';

/** Screens of hosts at `/my`. No sentence depends on a number, because languages have different plurals. */
export const my = {
  title: 'My visitors',
  signIn: {
    about: 'See who is waiting for you, answer with one tap, and invite guests.',
    email: 'E-mail',
    submit: 'Send link',
    work: 'Sign in with work account',
    workFailed: 'The work account did not sign you in.',
    sentTitle: 'Check your e-mail',
    sent: 'If {{email}} belongs to an employee here, a link is on its way.',
    sentHelp: 'It works once, within 15 minutes. If nothing arrives, check your spam folder or send another.',
    again: 'Send another link',
    notSetUp: 'E-mail is not set up here, so no link can be sent. Ask at reception.',
    ended: 'You are signed out. Sign in again to see your visitors.',
  },
  link: {
    title: 'Sign in on this device',
    help: 'You stay signed in for 30 days after your last visit to this page.',
    submit: 'Sign in',
    invalidTitle: 'This link no longer works',
    invalidHelp: 'It was used before, is older than 15 minutes, or a newer link replaced it.',
    newLink: 'Get a new link',
    chooseTitle: 'Choose your workplace',
    chooseHelp: 'Several tenants know your e-mail address.',
  },
  waiting: {
    label: 'Waiting for your answer',
    minutes: '{{minutes}} min',
    now: 'now',
    next: '{{name}} is notified at {{time}}',
    other: 'Other answer',
    unavailable: 'I cannot come',
    colleague: 'Colleague (optional)',
    answer: 'Answer {{name}}',
    change: 'Change',
    changeLabel: 'Change your answer to {{name}}',
    over: '{{name}} has left.',
  },
  today: 'Today',
  tomorrow: 'Tomorrow',
  inside: 'Inside now',
  andMore: '{{name}} and {{number}} more',
  ofState: '{{state}}: {{count}} of {{number}}',
  unsent: 'A message did not arrive',
  again: {
    title: 'Invite again',
    last: 'last {{date}}',
    submit: 'Invite',
    label: 'Invite {{meeting}} again',
  },
  more: 'Show more',
  invite: 'Invite a guest',
  none: 'No visitors planned',
  noneHelp: 'Invite a guest and they get a pass. When they arrive, you answer here with one tap.',
  off: 'Invitations are turned off here. You still see who arrives and can answer.',
  failed: 'Your visitors could not be loaded',
  lost: 'Connection lost. Trying again.',
  back: 'You are connected again.',
  notHost: 'Your e-mail address belongs to no employee here',
  notHostHelp: 'Ask an administrator to add it to your employee entry.',
  standIn: {
    title: 'Stand-in',
    none: 'None. Reception calls you if you do not answer.',
    active: '{{name}} stands in for you',
    until: 'Until {{date}}',
    end: 'End',
    endLabel: 'End the stand-in of {{name}}',
    ended: 'You have no stand-in any more.',
    choose: 'Choose a stand-in',
    help: 'Your stand-in is notified if you do not answer a visitor in time.',
    who: 'Colleague',
    day: 'Until',
    submit: 'Save',
    saved: '{{name}} stands in for you until {{date}}.',
  },
  covering: { title: 'You stand in for {{name}}', none: 'No visitors planned until then.' },
  toList: 'Back to my visitors',
  draft: { kept: 'Your draft is still here.', discard: 'Start over' },
  account: {
    label: 'Account',
    signedInAs: 'Signed in as {{name}}, {{tenant}}',
    signOut: 'Sign out',
    console: 'Open the console',
    sessionsHelp: 'Where you are signed in. If you do not recognize a session, end it.',
  },
  preview: {
    title: 'What {{name}} receives',
    titleOfAny: 'What your guest receives',
    email: 'By e-mail',
    sms: 'By text message',
    none: 'Enter a guest with an e-mail address or phone number to see the message.',
    quiet: 'The guests get no message.',
  },
};

type Base<Key extends PropertyKey> = Key extends `${infer Name}_other`
  ? Name
  : Key extends `${string}_one`
    ? never
    : Key;

/** The shape of texts, with a sentence for any number in place of singular and plural. */
type Translated<Texts> = {
  [Key in keyof Texts as Base<Key>]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};

type OfStaff = 'title' | 'label' | 'search' | 'none' | 'noneHelp' | 'noMatch' | 'noMatchHelp' | 'filter';
type OfDesk =
  | 'today'
  | 'tomorrow'
  | 'column'
  | 'noHost'
  | 'hostLeft'
  | 'untitled'
  | 'withoutPhone'
  | 'ofState'
  | 'open'
  | 'more'
  | 'againLabel'
  | 'editLabel'
  | 'editingGuest'
  | 'fixAddress'
  | 'fixAddressLabel'
  | 'held'
  | 'create';
type OfCheckIn = `check${string}`;

/** Texts of the console that hosts read too. */
interface Shared {
  ui: {
    button: Pick<typeof ui.button, 'close' | 'tryAgain' | 'cancel' | 'ok' | 'save'>;
    form: Pick<typeof ui.form, 'discardTitle' | 'discardText' | 'discard' | 'keepEditing' | 'star'>;
    list: Pick<typeof ui.list, 'loading' | 'failed' | 'stale'>;
    search: Pick<typeof ui.search, 'clear'>;
    dropZone: typeof ui.dropZone;
    select: typeof ui.select;
    problem: Pick<typeof ui.problem, 'network' | '5xx' | 'other'>;
    toasts: string;
  };
  shell: { language: Pick<typeof shell.language, 'title'>; unreachable: string };
  session: { sessions: Omit<typeof session.sessions, 'help'> };
  errors: Record<HostError, string>;
  invitations: Omit<typeof invitations, 'entry' | 'field' | 'pass' | OfStaff | OfDesk | OfCheckIn> & {
    entry: Omit<typeof invitations.entry, 'again'>;
    pass: Omit<typeof invitations.pass, 'notSent' | 'ofState'>;
    field: Omit<typeof invitations.field, 'tenant' | `host${string}` | `isQuiet${string}`>;
  };
}

/** Reasons and keys of fields that a host can cause. */
type HostError = Extract<
  keyof typeof errors | ScreenError,
  | 'notFound'
  | 'tooManyRequests'
  | 'unexpected'
  | 'unavailable'
  | 'changedMeanwhile'
  | 'invalidValue'
  | 'emailRequired'
  | 'incorrectEmail'
  | 'nameRequired'
  | 'invalidPhone'
  | 'max32chars'
  | 'max120chars'
  | 'max254chars'
  | 'max500chars'
  | 'phoneListedTwice'
  | 'guestRequired'
  | 'guestNeedsEmailOrPhone'
  | 'endsBeforeStart'
  | 'startsInPast'
  | 'meetingTooLong'
  | 'timeOutOfRange'
  | 'colleagueRequired'
  | 'tooManyGuests'
  | 'tooManyDates'
  | 'tooManyInvitations'
  | 'invitationsAreOff'
  | 'invitationIsOver'
  | 'visitIsOver'
  | 'visitorIsCheckedIn'
  | 'workAccountUnknown'
  | 'oauthStateInvalid'
>;

/** The texts of a language other than English. */
export type HostTexts = { my: Translated<Omit<typeof my, 'notHost' | 'notHostHelp'>> } & {
  [Subject in keyof Shared]: Translated<Shared[Subject]>;
};
