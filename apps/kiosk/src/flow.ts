import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import type { CodeGreeting, PhoneGreeting } from '@vestibule/contract/kiosks/device-visit.ts';
import type { Reason } from '@vestibule/contract/platform/refusal.ts';
import { type Act, type Answers, type FlowSettings, type Question, questionsOf, typedForBadge } from './questions.ts';
import type { Absence } from './shell/online.ts';

/** How an act ended. */
export type Outcome =
  | { kind: 'checkedIn'; notified: readonly ('sms' | 'email')[]; badgeHtml: string | null }
  | { kind: 'checkedOut'; visitorName: string }
  | { kind: 'told' }
  /** The server is away: it is kept, and sent later. */
  | { kind: 'kept'; without: Absence }
  /** Consent was not given, so that nothing may be sent. */
  | { kind: 'declined' }
  /** The server is away; `full`: and there is no room to keep it until then. */
  | { kind: 'refused'; reason: Reason | Absence | 'full' };

interface Answered {
  act: Act;
  answers: Answers;
  /** What somebody answered themselves, to be shown again when they come back to it. */
  given: Answers;
  isKnown: boolean;
  /** The questions answered so far, and what was known when each was asked. */
  past: readonly { question: Question; answers: Answers; isKnown: boolean }[];
}

export interface Asking extends Answered {
  at: 'question';
  question: Question;
  /** Why the answer given last was not taken. */
  problem: Reason | null;
}

export interface Sending extends Answered {
  at: 'sending';
}

/** Where somebody is on their way through the questions. */
export type Flow =
  | { at: 'welcome' }
  | { at: 'camera' }
  /** The server is asked whose code it is, and whether they come or leave. */
  | { at: 'looking'; code: string }
  | Asking
  | Sending
  /** `sent` is what was refused, to be sent again or put right; null where nothing was, or nothing is to stay. */
  | { at: 'end'; act: Act; answers: Answers; outcome: Outcome; sent: Sending | null };

export type FlowEvent =
  | { type: 'start'; act: Act }
  | { type: 'openCamera' }
  | { type: 'scan'; code: string }
  /** Whose code it is was looked up, and whether the kiosk serves visitors now. */
  | { type: 'recognised'; greeting: CodeGreeting; tenants: readonly DeviceTenant[]; isOpen: boolean }
  | { type: 'answer'; answers: Answers }
  /** The phone was looked up; `greeting` is null where the server could not be asked. */
  | { type: 'greeted'; phone: string; greeting: PhoneGreeting | null; tenants: readonly DeviceTenant[] }
  | { type: 'notMe' }
  /** A visitor who is inside checks out. */
  | { type: 'leave' }
  | { type: 'back' }
  | { type: 'ended'; outcome: Outcome }
  /** The same again, with all that was answered. */
  | { type: 'retry' }
  | { type: 'reset' };

export const welcome: Flow = { at: 'welcome' };

/** Where an event leads to. An event that means nothing here changes nothing. */
export function step(flow: Flow, event: FlowEvent, settings: FlowSettings): Flow {
  switch (event.type) {
    case 'reset':
      return welcome;
    case 'start':
      return flow.at === 'welcome' || flow.at === 'camera' ? begin(event.act) : flow;
    case 'openCamera':
      return canScan(flow) ? { at: 'camera' } : flow;
    case 'scan':
      return canScan(flow) && isOfNext(flow, event.code) ? read(event.code) : flow;
    case 'recognised':
      return flow.at === 'looking' ? recognise(flow.code, event, settings) : flow;
    case 'answer':
      return flow.at === 'question' ? goOn(give(flow, event.answers), event.answers, flow.isKnown, settings) : flow;
    case 'greeted':
      return flow.at === 'question'
        ? goOn(give(flow, { phone: event.phone }), ...greet(event, flow.answers), settings)
        : flow;
    case 'notMe':
      return flow.at === 'question' ? asStranger(flow, settings) : flow;
    case 'leave':
      return flow.at === 'question' && flow.question === 'inside' ? leave(flow) : flow;
    case 'back':
      return goBack(flow);
    case 'ended':
      return end(flow, event.outcome);
    case 'retry':
      return flow.at === 'end' ? again(flow) : flow;
  }
}

/** Goes on with what the directory says by now of the tenant that somebody has chosen. */
export function renew(flow: Flow, tenants: readonly DeviceTenant[]): Flow {
  if (flow.at !== 'question') return flow;
  const { tenant: chosen } = flow.answers;
  const tenant = tenants.find(({ id }) => id === chosen?.id);
  return tenant && tenant !== chosen ? { ...flow, answers: { ...flow.answers, tenant } } : flow;
}

/** Which question of how many this is; how many are left may change with an answer. */
export function progressOf(flow: Asking, settings: FlowSettings): { number: number; count: number } {
  const left = questionsOf(flow, settings).filter((question) => question !== flow.question);
  return { number: flow.past.length + 1, count: flow.past.length + 1 + left.length };
}

/** Whether a code that is held in front of the scanner now is followed. */
export function canScan(flow: Flow): boolean {
  return ['welcome', 'camera', 'end'].includes(flow.at) || (flow.at === 'question' && flow.act === 'checkOut');
}

/** Nobody waits for the last words to somebody else. What that one has just shown, or was just given as a badge, does nothing there. */
function isOfNext(flow: Flow, code: string): boolean {
  if (flow.at !== 'end') return true;
  const hasJustCome = flow.act === 'checkIn' && flow.outcome.kind !== 'refused';
  return code !== flow.answers.badgeCode && !(hasJustCome && isBadge(code));
}

function begin(act: Act): Flow {
  const question = act === 'delivery' ? 'tenant' : 'phone';
  return { at: 'question', act, question, answers: {}, given: {}, isKnown: false, past: [], problem: null };
}

function give(flow: Asking, answers: Answers): Asking {
  return { ...flow, given: { ...flow.given, ...answers } };
}

function goOn(flow: Asking, added: Answers, isKnown: boolean, settings: FlowSettings): Flow {
  const answers = typedForBadge({ ...flow.answers, ...added });
  const past = [...flow.past, { question: flow.question, answers: flow.answers, isKnown: flow.isKnown }];
  const { act, given } = flow;
  if (answers.hasConsented === false) {
    return { at: 'end', act, answers: {}, outcome: { kind: 'declined' }, sent: null };
  }
  const [question] = questionsOf({ act, answers }, settings);
  if (!question) return { at: 'sending', act, answers, given, isKnown, past };
  return { ...flow, question, answers, isKnown, past, problem: null };
}

/**
 * A known visitor is not asked for name and company, nor for a tenant that expects them. A known visitor whom no tenant expects has agreed
 * to be remembered. Typed answers stay.
 */
function greet(
  { phone, greeting, tenants }: Extract<FlowEvent, { type: 'greeted' }>,
  { name }: Answers,
): [answers: Answers, isKnown: boolean] {
  if (!greeting) return [{ phone }, false];
  const { known, firstName, canRepeatLastVisit, preregisteredTenant, checkedInSince } = greeting;
  if (checkedInSince !== null) return [{ phone, checkedInSince }, false];
  if (!known || firstName === null || typeof name === 'string') return [{ phone }, false];
  const visitor = { phone, firstName, name: null, companyName: null, canRepeatLastVisit };
  const tenant = tenants.find(({ id }) => id === preregisteredTenant?.id);
  if (tenant) return [{ ...visitor, tenant }, true];
  return [preregisteredTenant ? visitor : { ...visitor, shouldSaveData: null }, true];
}

/** Ends the visit that began at the time on the screen, and no later one. */
function leave({ answers: { phone, checkedInSince } }: Asking): Flow {
  const answers: Answers = {
    ...(phone !== undefined && { phone }),
    ...(checkedInSince !== undefined && { checkedInSince }),
  };
  return { at: 'sending', act: 'checkOut', answers, given: {}, isKnown: false, past: [] };
}

/** A badge checks its wearer out; the code in a message does what its bearer has not done yet. */
function read(code: string): Flow {
  return isBadge(code) ? leaving(code) : { at: 'looking', code };
}

function isBadge(code: string): boolean {
  return code.startsWith('V');
}

function leaving(badgeCode: string): Flow {
  return { at: 'sending', act: 'checkOut', answers: { badgeCode }, given: {}, isKnown: false, past: [] };
}

function recognise(
  badgeCode: string,
  { greeting, tenants, isOpen }: Extract<FlowEvent, { type: 'recognised' }>,
  settings: FlowSettings,
): Flow {
  const { known, name, companyName, preregisteredTenantId } = greeting;
  if (!known || !name || !companyName || preregisteredTenantId === null) return leaving(badgeCode);
  // Outside of the working hours the first screen says when to come.
  if (!isOpen) return welcome;
  const tenant = tenants.find(({ id }) => id === preregisteredTenantId);
  const answers = { badgeCode, name, companyName, ...(tenant && { tenant }) };
  const [question] = questionsOf({ act: 'checkIn', answers }, settings);
  const begun = { act: 'checkIn', answers, given: {}, isKnown: true, past: [] } as const;
  return question ? { at: 'question', ...begun, question, problem: null } : { at: 'sending', ...begun };
}

/**
 * Keeps the phone and drops the name. Skips the question about remembering: the phone already has remembered data. A scanned code is
 * dropped, because it belongs to another visitor.
 */
function asStranger(flow: Asking, settings: FlowSettings): Flow {
  const { phone } = flow.answers;
  const answers: Answers = phone === undefined ? {} : { phone, shouldSaveData: null };
  const first = flow.past.slice(0, 1);
  const [question] = questionsOf({ act: flow.act, answers }, settings);
  return question ? { ...flow, question, answers, isKnown: false, past: first, problem: null } : flow;
}

function goBack(flow: Flow): Flow {
  if (flow.at === 'end') return flow.sent ? lastQuestion(flow.sent) : welcome;
  if (flow.at === 'camera') return welcome;
  return flow.at === 'question' ? lastQuestion(flow) : flow;
}

/** The question that was answered last, with what was given as its answer; the welcome where none was. */
function lastQuestion({ act, given, past }: Pick<Answered, 'act' | 'given' | 'past'>): Flow {
  const last = past.at(-1);
  return last ? { at: 'question', act, given, ...last, past: past.slice(0, -1), problem: null } : welcome;
}

function end(flow: Flow, outcome: Outcome): Flow {
  if (flow.at === 'sending') return finish(flow, outcome);
  if (flow.at !== 'looking') return flow;
  return { at: 'end', act: 'checkIn', answers: { badgeCode: flow.code }, outcome, sent: null };
}

function again(flow: Extract<Flow, { at: 'end' }>): Flow {
  const { badgeCode } = flow.answers;
  return flow.sent ?? (badgeCode === undefined ? flow : { at: 'looking', code: badgeCode });
}

/** What was refused for one answer is asked again, with what was typed; nothing else that was answered is lost. */
function finish(sending: Sending, outcome: Outcome): Flow {
  const { act, answers, given, past, isKnown } = sending;
  const [first] = past;
  if (outcome.kind !== 'refused') return { at: 'end', act, answers, outcome, sent: null };
  if (outcome.reason === 'invalidPhone' && first?.question === 'phone') {
    const { phone: _, ...kept } = answers;
    return { at: 'question', act, question: 'phone', answers: kept, given, isKnown, past: [], problem: 'invalidPhone' };
  }
  if (outcome.reason === 'validation' && answers.name === null) return askName(sending);
  if (outcome.reason === 'notFound' && (answers.tenant || answers.repeatsLastVisit)) return chooseAgain(sending);
  if (outcome.reason === 'consentRequired') return askConsent(sending);
  return { at: 'end', act, answers, outcome, sent: sending };
}

/** The server has forgotten the visitor since the look-up. */
function askName({ act, answers, given, past }: Sending): Asking {
  const { name: _, companyName: _company, firstName: _first, ...kept } = answers;
  return { at: 'question', question: 'name', problem: null, act, answers: kept, given, isKnown: false, past };
}

/** The tenant wants by now to be agreed to. All that was answered stays. */
function askConsent(sending: Sending): Asking {
  const { tenant, repeatsLastVisit, hasConsented: _, ...kept } = sending.answers;
  const answers: Answers = {
    ...kept,
    ...(tenant && { tenant: { ...tenant, enableGdpr: true } }),
    ...(repeatsLastVisit && { repeatsLastVisit: { ...repeatsLastVisit, enableGdpr: true } }),
  };
  return { ...sending, at: 'question', question: 'consent', answers, problem: null };
}

/** Whom somebody chose is gone. What was asked for that tenant's sake is asked for the next one's. */
function chooseAgain({ act, answers, given, past, isKnown }: Sending): Asking {
  const {
    tenant: _,
    employee: _host,
    repeatsLastVisit: _last,
    hasConsented: _agreed,
    badges: _printed,
    canRepeatLastVisit: _gone,
    ...kept
  } = answers;
  const before = past.filter(
    ({ question, answers: { tenant, repeatsLastVisit } }) =>
      question !== 'tenant' && tenant === undefined && repeatsLastVisit === undefined,
  );
  const asked = { at: 'question', question: 'tenant', problem: 'notFound' } as const;
  return { ...asked, act, answers: kept, given, isKnown, past: before };
}
