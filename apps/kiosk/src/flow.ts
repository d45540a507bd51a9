import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { answersOf, greet, isBadge } from './greeting.ts';
import type { Answered, Asking, Flow, FlowEvent, Outcome, Sending } from './flow-states.ts';
import { type Act, type Answers, type FlowSettings, questionsOf, typedForBadge } from './questions.ts';

export const welcome: Flow = { at: 'welcome' };

/** Returns the next state. An event without a meaning in this state changes nothing. */
export function step(flow: Flow, event: FlowEvent, settings: FlowSettings): Flow {
  switch (event.type) {
    case 'reset':
      return welcome;
    case 'start':
      return ['welcome', 'camera', 'code'].includes(flow.at) || isRefusedPass(flow) ? begin(event.act) : flow;
    case 'openCamera':
      return canScan(flow) ? { at: 'camera', act: flow.at === 'question' ? flow.act : 'checkIn' } : flow;
    case 'openCode':
      return canScan(flow) ? { at: 'code', typed: '', problem: null, before: flow } : flow;
    case 'scan':
      return canScan(flow) && isOfNext(flow, event.code) ? read(event.code) : flow;
    case 'typeCode':
      return flow.at === 'code' ? { at: 'looking', code: event.code, typing: { ...flow, typed: event.code } } : flow;
    case 'recognized':
      return flow.at === 'looking' ? recognize(flow.code, event, settings) : flow;
    case 'passRead':
      return flow.at === 'looking' ? greetGuest(flow, event, settings) : flow;
    case 'answer':
      return flow.at === 'question' ? goOn(give(flow, event.answers), event.answers, flow.isKnown, settings) : flow;
    case 'greeted':
      return flow.at === 'question' ? goOn(give(flow, { phone: event.phone }), ...greet(event, flow), settings) : flow;
    case 'notMe':
      return flow.at === 'question' ? asUnknownVisitor(flow, settings) : flow;
    case 'leave':
      return flow.at === 'question' ? leave(flow) : flow;
    case 'comeBack':
      return flow.at === 'question' ? comeBack(flow, settings) : flow;
    case 'back':
      return goBack(flow);
    case 'ended':
      return end(flow, event.outcome);
    case 'retry':
      return flow.at === 'end' ? again(flow) : flow;
  }
}

/** Applies a new directory to the chosen tenant. */
export function renew(flow: Flow, tenants: readonly DeviceTenant[]): Flow {
  if (flow.at !== 'question') return flow;
  const { tenant: chosen } = flow.answers;
  const tenant = tenants.find(({ id }) => id === chosen?.id);
  return tenant && tenant !== chosen ? { ...flow, answers: { ...flow.answers, tenant } } : flow;
}

/** Whether the kiosk reacts to a scanned code now. */
export function canScan(flow: Flow): boolean {
  const isLeaving = flow.at === 'question' && flow.act === 'checkOut';
  return isLeaving || isRefusedPass(flow) || ['welcome', 'camera', 'code', 'end'].includes(flow.at);
}

/** Whether the screen says why a pass is not valid here now. */
function isRefusedPass(flow: Flow): boolean {
  const { kind } = (flow.at === 'question' && flow.answers.finding) || {};
  return kind === 'outside' || kind === 'unusable';
}

/** Whether the code belongs to the next visitor, who need not wait for the last screen. A code just shown or printed does not count. */
function isOfNext(flow: Flow, code: string): boolean {
  if (flow.at !== 'end') return true;
  const hasJustCome = flow.act === 'checkIn' && flow.outcome.kind !== 'refused';
  const { badgeCode, pass } = flow.answers;
  return code !== badgeCode && code !== pass && !(hasJustCome && isBadge(code));
}

function begin(act: Act): Flow {
  const question = act === 'delivery' ? 'tenant' : 'phone';
  return { at: 'question', act, question, answers: {}, given: {}, isKnown: false, past: [], problem: null };
}

function give(flow: Asking, answers: Answers): Asking {
  const { tenant, repeatsLastVisit } = answers;
  const isElsewhere = repeatsLastVisit !== undefined || (tenant !== undefined && tenant.id !== flow.given.tenant?.id);
  const given = isElsewhere ? withoutDestination(flow.given) : flow.given;
  return { ...flow, given: { ...given, ...answers } };
}

/** Without the tenant and host, and without the answers to questions of the tenant. */
function withoutDestination(answers: Answers): Answers {
  const {
    tenant: _,
    employee: _host,
    meetsExpectedHost: _expected,
    repeatsLastVisit: _last,
    hasConsented: _agreed,
    badges: _printed,
    ...kept
  } = answers;
  return kept;
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

/** Ends the visit that began at the time on the screen, and no later one. */
function leave(flow: Asking): Flow {
  const { phone, pass, finding } = flow.answers;
  if (finding?.kind !== 'inside') return flow;
  const who: Answers = pass === undefined ? { ...(phone !== undefined && { phone }) } : { pass };
  const answers: Answers = { ...who, checkedInSince: finding.since };
  return { at: 'sending', act: 'checkOut', answers, given: {}, isKnown: false, past: [] };
}

/** The visitor forgot to check out. The open visit ends just before the next one begins. */
function comeBack(flow: Asking, settings: FlowSettings): Flow {
  const { finding } = flow.answers;
  if (finding?.kind !== 'inside' || flow.act !== 'checkIn') return flow;
  const answers = { ...finding.visitor, finding: null, endsVisitSince: finding.since };
  return goOn(flow, answers, finding.visitor.firstName !== undefined, settings);
}

/** A badge checks out. The code of an invitation checks in or out. */
function read(code: string): Flow {
  return isBadge(code) ? leaving(code) : { at: 'looking', code };
}

function leaving(badgeCode: string): Flow {
  return { at: 'sending', act: 'checkOut', answers: { badgeCode }, given: {}, isKnown: false, past: [] };
}

function recognize(
  badgeCode: string,
  { greeting, tenants, isOpen }: Extract<FlowEvent, { type: 'recognized' }>,
  settings: FlowSettings,
): Flow {
  const known = answersOf(greeting, tenants);
  if (!known) return leaving(badgeCode);
  // Outside of the working hours the welcome screen shows when to come.
  if (!isOpen) return welcome;
  return comeIn({ badgeCode, ...known }, settings);
}

function comeIn(answers: Answers, settings: FlowSettings): Flow {
  const [question] = questionsOf({ act: 'checkIn', answers }, settings);
  const begun = { act: 'checkIn', answers, given: {}, isKnown: true, past: [] } as const;
  return question ? { at: 'question', ...begun, question, problem: null } : { at: 'sending', ...begun };
}

function greetGuest(
  { typing }: Extract<Flow, { at: 'looking' }>,
  { answers, isOpen }: Extract<FlowEvent, { type: 'passRead' }>,
  settings: FlowSettings,
): Flow {
  const { finding } = answers;
  // The visitor corrects the code where it was typed.
  if (typing && finding?.kind === 'unusable') return { ...typing, problem: finding.reason };
  return isOpen || finding?.kind === 'inside' ? comeIn(answers, settings) : welcome;
}

/**
 * Keeps the phone and drops the name. Skips the question about remembering, because the phone already has remembered data. Drops a
 * scanned code, which belongs to another visitor.
 */
function asUnknownVisitor(flow: Asking, settings: FlowSettings): Flow {
  const { phone } = flow.answers;
  const answers: Answers = phone === undefined ? {} : { phone, shouldSaveData: null };
  const first = flow.past.slice(0, 1);
  const [question] = questionsOf({ act: flow.act, answers }, settings);
  return question ? { ...flow, question, answers, isKnown: false, past: first, problem: null } : flow;
}

function goBack(flow: Flow): Flow {
  if (flow.at === 'end') return flow.sent ? lastQuestion(flow.sent) : welcome;
  if (flow.at === 'camera') return welcome;
  if (flow.at === 'code') return flow.before;
  return flow.at === 'question' ? lastQuestion(flow) : flow;
}

/** Returns to the last answered question, or to the welcome. */
function lastQuestion({ act, given, past }: Pick<Answered, 'act' | 'given' | 'past'>): Flow {
  const last = past.at(-1);
  return last ? { at: 'question', act, given, ...last, past: past.slice(0, -1), problem: null } : welcome;
}

function end(flow: Flow, outcome: Outcome): Flow {
  if (flow.at === 'sending') return finish(flow, outcome);
  if (flow.at !== 'looking') return flow;
  if (flow.typing && outcome.kind === 'refused') return { ...flow.typing, problem: outcome.reason };
  return { at: 'end', act: 'checkIn', answers: { badgeCode: flow.code }, outcome, sent: null };
}

function again(flow: Extract<Flow, { at: 'end' }>): Flow {
  const { badgeCode } = flow.answers;
  return flow.sent ?? (badgeCode === undefined ? flow : { at: 'looking', code: badgeCode });
}

/** Asks the refused question again, and keeps all other answers. */
function finish(sending: Sending, outcome: Outcome): Flow {
  const { act, answers, given, past, isKnown } = sending;
  const asked = past.findIndex(({ question }) => question === 'phone');
  if (outcome.kind !== 'refused') return { at: 'end', act, answers, outcome, sent: null };
  if (outcome.finding) {
    const found = { act: 'checkIn', answers: { ...answers, finding: outcome.finding }, given, past: [] } as const;
    return { at: 'question', question: 'found', ...found, isKnown, problem: null };
  }
  // The phone may be that of another guest of the meeting.
  const isPhoneWrong =
    outcome.reason === 'invalidPhone' || (outcome.reason === 'validation' && answers.pass !== undefined);
  if (isPhoneWrong && asked >= 0) {
    const { phone: _, ...kept } = answers;
    const before = { act, answers: kept, given, isKnown, past: past.slice(0, asked) };
    return { at: 'question', question: 'phone', ...before, problem: 'invalidPhone' };
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

/** The tenant requires consent since the start. */
function askConsent(sending: Sending): Asking {
  const { tenant, repeatsLastVisit, hasConsented: _, ...kept } = sending.answers;
  const answers: Answers = {
    ...kept,
    ...(tenant && { tenant: { ...tenant, enableGdpr: true } }),
    ...(repeatsLastVisit && { repeatsLastVisit: { ...repeatsLastVisit, enableGdpr: true } }),
  };
  return { ...sending, at: 'question', question: 'confirm', answers, problem: null };
}

/** The chosen tenant or host was deleted. */
function chooseAgain({ act, answers, given, past, isKnown }: Sending): Asking {
  const before = past.filter(
    ({ question, answers: { tenant, repeatsLastVisit } }) =>
      question !== 'tenant' && question !== 'found' && tenant === undefined && repeatsLastVisit === undefined,
  );
  const asked = { at: 'question', question: 'tenant', problem: 'notFound' } as const;
  const kept = { answers: withoutDestination(answers), given: withoutDestination(given) };
  return { ...asked, act, ...kept, isKnown, past: before };
}
