import type { HostState } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import type { AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';
import type { Flow, Outcome } from '../flow-states.ts';
import { type Answers, greetedName, usesMemory } from '../questions.ts';
import { describeRefusal } from '../ui/refusal-texts.ts';
import { fill } from '../ui/texts.tsx';

export interface MessageToHost {
  state: HostState;
  channel: 'sms' | 'email' | null;
  answer: Answer | null;
  isAwaited: boolean;
}

type AnswerTextsOfVisitor = AnswerTexts['visitor'];

interface Told {
  told: MessageToHost | null;
  company: Reception;
  /** Null until the texts are loaded. An answer is shown then. */
  replies: AnswerTextsOfVisitor | null;
}

interface Ending {
  title: string;
  /** What happened to the message. */
  message?: string;
  lines: string[];
  /** The visitor needs another way to the host: the phone of the reception, or its desk. */
  needsHelp: boolean;
}

interface Reception {
  hasReception: boolean;
  receptionPhone: string | null;
}

/** Returns the texts of the last screen. `told` is the latest state of the message to the host. */
export function describeEnd(
  texts: KioskTexts,
  { act, answers, outcome }: Extract<Flow, { at: 'end' }>,
  { told, company, replies }: Told,
): Ending {
  const { tenant } = answers;
  const { done, gone, delivery, consent } = texts;
  const desk = company.hasReception ? [done.reception] : [];
  switch (outcome.kind) {
    case 'checkedIn': {
      const badge = outcome.badgeHtml;
      const answer = told?.answer ?? null;
      const message =
        answer && replies
          ? describeAnswer(replies, answer, { host: hostOf(texts, answers), hidesNames: usesMemory(answers) })
          : describeMessage(texts, answers, told && !answer ? told : firstState(outcome));
      const note = answer && replies ? (answer.text ?? '') : '';
      const next = message.needsHelp ? desk : [done.seat];
      const lines = new Set([
        ...(note === '' ? [] : [note]),
        ...next,
        ...badgeLines(texts, answers, { badge, company }),
      ]);
      return { title: titleOf(texts, answers), ...message, lines: [...lines] };
    }
    case 'kept': {
      if (act === 'checkOut') return { title: gone.titleLater, lines: [gone.text], needsHelp: false };
      const text = outcome.without === 'network' ? done.later : done.laterNoAnswer;
      // Without a host there is no announcement.
      const message = hasHost(answers) ? { message: fill(text, { host: hostOf(texts, answers) }) } : {};
      const next = hasHost(answers) ? desk : [done.seat];
      const lines = new Set([...next, ...badgeLines(texts, answers, { badge: null, company })]);
      return { title: titleOf(texts, answers), ...message, lines: [...lines], needsHelp: hasHost(answers) };
    }
    case 'checkedOut':
      return { title: fill(gone.title, { name: outcome.visitorName }), lines: [gone.text], needsHelp: false };
    case 'told':
      return {
        title: fill(delivery.told, { tenant: tenant?.name ?? '' }),
        lines: [delivery.text],
        needsHelp: false,
      };
    case 'declined':
      return { title: consent.declinedTitle, lines: [consent.declined, ...desk], needsHelp: true };
    case 'refused': {
      const { title, text } = describeRefusal(texts, outcome.reason);
      const help = helpless.has(outcome.reason) ? [] : desk;
      return { title, lines: [...(text === undefined ? [] : [text]), ...help], needsHelp: false };
    }
  }
}

/** Whether the host or a colleague may still answer. `told` is null before the server has reported a state. */
export function mayBeAnswered(outcome: Outcome, told: MessageToHost | null): boolean {
  if (outcome.kind !== 'checkedIn') return false;
  return told === null ? outcome.notified.length > 0 : told.isAwaited;
}

/** The push comes at once, and the poll also if the channel is down. */
export function latestOf(polled: MessageToHost | null, pushed: Answer | null): MessageToHost | null {
  const before = polled?.answer?.answeredAt ?? '';
  return pushed && pushed.answeredAt > before
    ? { state: 'answered', channel: null, answer: pushed, isAwaited: false }
    : polled;
}

/** Refusals that the reception cannot help with. */
const helpless = new Set<string>(['visitorIsNotCheckedIn', 'notFound', 'tooManyRequests']);

/** Whether there is a person to notify. */
function hasHost({ employee, repeatsLastVisit, meetsExpectedHost }: Answers): boolean {
  return Boolean(employee) || repeatsLastVisit !== undefined || meetsExpectedHost === true;
}

/** The host by the first name, or without a name where it comes from memory. */
function hostOf({ done }: KioskTexts, answers: Answers): string {
  const { employee, tenant } = answers;
  if (usesMemory(answers)) return done.yourHost;
  return employee?.name.split(' ')[0] ?? tenant?.name ?? '';
}

function titleOf({ done }: KioskTexts, answers: Answers): string {
  return fill(done.title, { name: greetedName(answers) ?? '' });
}

/** Before the server has reported a state. */
function firstState({ notified }: Extract<Outcome, { kind: 'checkedIn' }>): MessageToHost {
  const channel = notified.includes('sms') ? 'sms' : (notified[0] ?? null);
  return { state: channel === null ? 'none' : 'sending', channel, answer: null, isAwaited: channel !== null };
}

function describeAnswer(
  replies: AnswerTextsOfVisitor,
  { kind, minutes, employee }: Answer,
  { host, hidesNames }: { host: string; hidesNames: boolean },
): Pick<Ending, 'message' | 'needsHelp'> {
  const colleague = hidesNames ? undefined : employee?.name.split(' ')[0];
  // A stand-in may have answered.
  const who = colleague ?? host;
  const isComing = kind === 'coming' || (kind === 'colleague' && colleague !== undefined);
  const text = !isComing
    ? replies[kind](who)
    : employee && colleague === undefined
      ? replies.colleague(host)
      : minutes
        ? replies.inMinutes(who, minutes)
        : replies.now(who);
  // "your host" begins the sentence.
  return { message: text.charAt(0).toLocaleUpperCase() + text.slice(1), needsHelp: kind === 'unavailable' };
}

function describeMessage(
  texts: KioskTexts,
  answers: Answers,
  { state, channel }: MessageToHost,
): Pick<Ending, 'message' | 'needsHelp'> {
  const { done } = texts;
  const values = { host: hostOf(texts, answers) };
  const isSms = channel === 'sms';
  if (state === 'sending') {
    return { message: fill(isSms ? done.sendingSms : done.sendingEmail, values), needsHelp: false };
  }
  if (state === 'sent') return { message: fill(isSms ? done.sentSms : done.sentEmail, values), needsHelp: false };
  // The host of a repeated visit may be the tenant as a whole.
  const isNobodyTold = state === 'none' && !answers.employee && answers.meetsExpectedHost !== true;
  if (isNobodyTold) return { needsHelp: false };
  return { message: fill(done.notReached, values), needsHelp: true };
}

function badgeLines(
  { done }: KioskTexts,
  { badges, repeatsLastVisit }: Answers,
  { badge, company: { hasReception } }: { badge: string | null; company: Reception },
): string[] {
  const isAsked = badges?.main === true || badges?.parking === true;
  return [
    // The tenant may have stopped printing badges since.
    ...(isAsked ? [badge === null ? done.laterBadge : done.printing] : []),
    ...(hasReception && isAsked && badge === null ? [done.reception] : []),
    ...(hasReception && repeatsLastVisit?.hasBadges ? [done.badgeAtReception] : []),
  ];
}
