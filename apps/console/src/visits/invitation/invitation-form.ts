import { Day, languages, line, lines } from '@vestibule/contract/platform/values.ts';
import { type Invitation, type InvitationEdit, invitationLimits } from '@vestibule/contract/visits/invitation.ts';
import { CallFailed } from '@vestibule/web/call.ts';
import { z } from 'zod';
import type { ReasonFields } from '../../ui/form/form-problem.ts';
import { addDays, addMs, type Clock } from './use-building-clock.ts';
import { editedRepeat, fieldsOfRule, requireRule, rule, toRepeat } from './repeat-rule.ts';
import { checkGuests, emptyGuest, type GuestRules, isBlank, readLine, type TypedGuest } from './guest-lines.ts';

const hourMs = 3_600_000;

/** Times are those of the building. */
const meeting = {
  title: line(120),
  startDay: Day.nullable(),
  startTime: z.string(),
  endDay: Day.nullable(),
  endTime: z.string(),
  employeeId: z.int().nullable(),
  note: lines(500),
  language: z.enum(languages).nullable(),
  isQuiet: z.boolean(),
};
const guestFields = {
  rows: z.array(z.record(z.enum(['name', 'companyName', 'email', 'phone']), z.string())),
  /** Of a pasted list. Blank lines count for nothing. */
  lines: z.array(z.string()),
};

const Times = z.object({
  startDay: meeting.startDay,
  startTime: z.string(),
  endDay: meeting.endDay,
  endTime: z.string(),
});

function requireTimes(typed: z.output<typeof Times>, context: z.RefinementCtx): void {
  for (const [field, value] of Object.entries(Times.parse(typed))) {
    if (value === null || value === '') context.addIssue({ code: 'custom', path: [field], message: 'timeMissing' });
  }
}

interface TypedGuests {
  rows: readonly TypedGuest[];
  lines: readonly string[];
}

/** Returns the guests in the order of the request, each with its place in the form. */
export function guestsOf({ rows, lines }: TypedGuests) {
  return [
    ...rows.map((guest, place) => ({ guest, row: place })),
    ...lines.map((text, place) => ({ guest: readLine(text), line: place })),
  ].filter(({ guest }) => !isBlank(guest));
}

function requireGuests(typed: TypedGuests, rules: GuestRules, context: z.RefinementCtx): void {
  const guests = guestsOf(typed);
  const mark = (path: PropertyKey[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (guests.length === 0) mark(['rows', 0, 'name'], 'guestRequired');
  if (guests.length > invitationLimits.guests) mark(['lines'], 'tooManyGuests');
  const problems = checkGuests(
    guests.map(({ guest }) => guest),
    rules,
  );
  for (const [index, problem] of problems.entries()) {
    const place = guests[index];
    if (!problem || !place) continue;
    if ('row' in place) mark(['rows', place.row, problem.field], problem.key);
    else mark(['lines'], 'lineWrong');
  }
}

export function createSchema(country: GuestRules['country']) {
  return z
    .object({
      ...meeting,
      ...guestFields,
      tenantId: z.int({ error: 'tenantRequired' }).nullable(),
      ...rule,
    })
    .superRefine((typed, context) => {
      if (typed.tenantId === null) context.addIssue({ code: 'custom', path: ['tenantId'], message: 'tenantRequired' });
      requireTimes(typed, context);
      requireRule(typed, context);
      requireGuests(typed, { country, areNotified: !typed.isQuiet }, context);
    });
}
export type CreateFields = z.output<ReturnType<typeof createSchema>>;

export const EditSchema = z
  .object({ ...meeting, ...rule, dates: z.enum(['this', 'following', 'all']) })
  .superRefine(requireTimes)
  .superRefine((typed, context) => {
    if (typed.dates !== 'this') requireRule(typed, context);
  });
export type EditFields = z.output<typeof EditSchema>;

export function addSchema(rules: GuestRules) {
  return z
    .object({ ...guestFields, dates: z.enum(['this', 'following', 'all']) })
    .superRefine((typed, context) => requireGuests(typed, rules, context));
}
export type AddFields = z.output<ReturnType<typeof addSchema>>;

export const noGuests = { rows: [emptyGuest], lines: [] };

/** Begins at the next full hour and lasts for one. */
export function newInvitation(clock: Clock, now: Date, tenantId: number | undefined): CreateFields {
  const start = `${clock.plainOf(new Date(now.getTime() + hourMs)).slice(0, 13)}:00`;
  const [startDay = '', startTime = ''] = start.split('T');
  const [endDay = '', endTime = ''] = addMs(start, hourMs).split('T');
  return {
    tenantId: tenantId ?? null,
    employeeId: null,
    title: '',
    startDay,
    startTime,
    endDay,
    endTime,
    repeat: 'once',
    interval: 1,
    until: addDays(startDay, 28),
    note: '',
    language: null,
    isQuiet: false,
    ...noGuests,
  };
}

const weekMs = 7 * 24 * hourMs;
/** Above it, guests of an earlier invitation come as a list. */
const mostRows = 10;

/** An earlier meeting with its host and guests, at the same time on the same weekday, in the first week in which it has not begun. */
export function againFrom(clock: Clock, now: Date, fresh: CreateFields, earlier: Invitation): CreateFields {
  const { title, note, host, isLanguageChosen, notifyGuests } = earlier;
  const [start, end] = [clock.plainOf(earlier.startsAt), clock.plainOf(earlier.endsAt)];
  const behindMs = Math.max(0, Date.parse(`${clock.plainOf(now)}Z`) - Date.parse(`${start}Z`));
  const laterMs = (Math.floor(behindMs / weekMs) + 1) * weekMs;
  const [startDay = '', startTime = ''] = addMs(start, laterMs).split('T');
  const [endDay = '', endTime = ''] = addMs(end, laterMs).split('T');
  const guests = earlier.guests.map(({ name, companyName, email, phone }) => ({
    name,
    companyName: companyName ?? '',
    email: email ?? '',
    phone: phone ?? '',
  }));
  const isLong = guests.length > mostRows;
  return {
    ...fresh,
    employeeId: host?.id ?? null,
    title: title ?? '',
    startDay,
    startTime,
    endDay,
    endTime,
    until: addDays(startDay, 28),
    note: note ?? '',
    language: isLanguageChosen ? earlier.language : null,
    isQuiet: !notifyGuests,
    rows: guests.length > 0 && !isLong ? guests : fresh.rows,
    lines: isLong
      ? guests.map(({ name, phone, companyName, email }) => [name, phone, companyName, email].join('; '))
      : [],
  };
}

export function editedInvitation(clock: Clock, { host, startsAt, endsAt, ...invitation }: Invitation): EditFields {
  const [startDay = '', startTime = ''] = clock.plainOf(startsAt).split('T');
  const [endDay = '', endTime = ''] = clock.plainOf(endsAt).split('T');
  const { title, note, language, notifyGuests, repeat } = invitation;
  return {
    employeeId: host?.id ?? null,
    title: title ?? '',
    startDay,
    startTime,
    endDay,
    endTime,
    note: note ?? '',
    language,
    isQuiet: !notifyGuests,
    dates: 'this',
    ...fieldsOfRule(repeat, startDay),
  };
}

type Typed = Pick<CreateFields, 'startDay' | 'startTime' | 'endDay' | 'endTime'>;
const timesOf = ({ startDay, startTime, endDay, endTime }: Typed) => ({
  startsAt: `${startDay}T${startTime}`,
  endsAt: `${endDay}T${endTime}`,
});

/** The end keeps its distance from a start that moves. Null while a time is incomplete. */
export function movedEnd(before: Typed, start: Pick<Typed, 'startDay' | 'startTime'>): [string, string] | null {
  const { startsAt, endsAt } = timesOf(before);
  const moved = Date.parse(`${start.startDay}T${start.startTime}Z`) - Date.parse(`${startsAt}Z`);
  if (Number.isNaN(moved) || Number.isNaN(Date.parse(`${endsAt}Z`))) return null;
  const [day = '', time = ''] = addMs(endsAt, moved).split('T');
  return [day, time];
}

function wireTimes({ toWire }: Clock, typed: Typed) {
  const { startsAt, endsAt } = timesOf(typed);
  return { startsAt: toWire(startsAt), endsAt: toWire(endsAt) };
}

export function toBody(clock: Clock, { isQuiet, ...typed }: CreateFields) {
  const repeat = toRepeat(typed);
  return {
    ...wireTimes(clock, typed),
    employeeId: typed.employeeId,
    title: typed.title,
    note: typed.note,
    ...(typed.language !== null && { language: typed.language }),
    notifyGuests: !isQuiet,
    ...(repeat && { repeat }),
    guests: guestsOf(typed).map(({ guest }) => guest),
  };
}

/** The changed parts only: a message about a changed time goes to guests if the time changed. */
export function toEdit(
  clock: Clock,
  { repeat: rule }: Pick<Invitation, 'repeat'>,
  before: EditFields,
  typed: EditFields,
): InvitationEdit {
  const repeat = typed.dates === 'this' ? undefined : editedRepeat(rule, before, typed);
  const [old, next] = [timesOf(before), timesOf(typed)];
  const isMoved = old.startsAt !== next.startsAt || old.endsAt !== next.endsAt;
  return {
    ...(isMoved && wireTimes(clock, typed)),
    ...(typed.employeeId !== before.employeeId && { employeeId: typed.employeeId }),
    ...(typed.title !== before.title && { title: typed.title }),
    ...(typed.note !== before.note && { note: typed.note }),
    ...(typed.language !== null && typed.language !== before.language && { language: typed.language }),
    ...(typed.isQuiet !== before.isQuiet && { notifyGuests: !typed.isQuiet }),
    ...(repeat && { repeat }),
  };
}

export const reasonFields = {
  endsBeforeStart: 'endTime',
  meetingTooLong: 'endTime',
  startsInPast: 'startTime',
  tooManyInvitations: 'employeeId',
  tooManyDates: 'until',
} satisfies ReasonFields<EditFields>;

/** Moves the complaints of a refusal from the fields of the request to those of the form. */
export function placeComplaints(error: unknown, typed: TypedGuests): unknown {
  if (!(error instanceof CallFailed) || !error.problem?.fields) return error;
  const guests = guestsOf(typed);
  const placeOf = (path: string): string => {
    const [first, index, field = 'name'] = path.split('.');
    const place = first === 'guests' ? guests[Number(index)] : undefined;
    if (place) return 'row' in place ? `rows.${place.row}.${field}` : 'lines';
    if (first === 'startsAt') return 'startTime';
    if (first === 'endsAt') return 'endTime';
    return path === 'repeat.until' ? 'until' : path;
  };
  const fields = Object.entries(error.problem.fields).map(([path, key]) => [placeOf(path), key] as const);
  return new CallFailed(error.status, { ...error.problem, fields: Object.fromEntries(fields) });
}
