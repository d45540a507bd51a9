import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Id, IdParam, key, languages, line, Moment } from '../platform/values.ts';
import { Answer, answerKinds, answerMinutes, Named } from './visit.ts';

/** A visit as its host may see it. */
export const HostVisit = z.object({
  id: Id,
  visitorName: z.string(),
  companyName: z.string(),
  title: z.string().nullable(),
  startsAt: Moment.nullable(),
  checkedInAt: Moment,
  checkedOutAt: Moment.nullable(),
  answer: Answer.nullable(),
  /** The next step of the escalation. */
  next: z.object({ name: z.string(), at: Moment }).nullable(),
});
export type HostVisit = z.output<typeof HostVisit>;

/** `host` is the colleague whom the reader covers as a stand-in. */
export const CoveredVisit = HostVisit.extend({ host: Named });
export type CoveredVisit = z.output<typeof CoveredVisit>;

export const AnswerPage = HostVisit.extend({
  tenant: Named,
  host: Named,
  /** The host, or the colleague who is asked in place of the host. */
  reader: Named,
  building: z.object({ name: z.string(), timeZone: z.string() }),
  /** The language of the message to the host. */
  language: z.enum(languages),
  /** Whom an answer of kind `colleague` may name, by name. At most 200. */
  colleagues: z.array(Named),
});
export type AnswerPage = z.output<typeof AnswerPage>;

const ofAnswer = {
  access: 'pass.act',
  /** Any text: a malformed token is refused like an unknown one. */
  params: z.object({ token: z.string() }),
} as const;

export const readAnswer = endpoint({
  method: 'GET',
  path: '/answer/:token',
  summary: 'Read a visit that its host may answer',
  ...ofAnswer,
  reply: AnswerPage,
  refusals: ['linkInvalid', 'visitIsOver', 'tooManyRequests'],
});

const without = (name: string) => ({ path: [name], message: key('invalidValue') });

/** In characters. */
export const longestAnswer = 120;

export const AnswerFields = z
  .strictObject({
    kind: z.enum(answerKinds),
    /** Only with `coming`, where it defaults to 0. */
    minutes: z.literal(answerMinutes).nullish(),
    text: line(longestAnswer)
      .transform((text) => (text === '' ? null : text))
      .nullish(),
    /** Only with `colleague`. */
    employeeId: Id.nullish(),
  })
  .refine(({ kind, minutes }) => kind === 'coming' || (minutes ?? null) === null, without('minutes'))
  .refine(({ kind, employeeId }) => kind === 'colleague' || (employeeId ?? null) === null, without('employeeId'));
export type AnswerFields = z.output<typeof AnswerFields>;

/** What the host said, for example by phone. A later answer replaces an earlier one. */
export const answerForHost = endpoint({
  method: 'POST',
  path: '/visits/:visitId/answer',
  summary: "Record the host's answer to an arrival",
  access: 'visitor.manage',
  params: z.object({ visitId: IdParam }),
  body: AnswerFields,
  reply: HostVisit,
  refusals: ['visitIsOver'],
});

/** A later answer replaces an earlier one. */
export const giveAnswer = endpoint({
  method: 'POST',
  path: '/answer/:token',
  summary: 'Answer an arrival',
  ...ofAnswer,
  body: AnswerFields,
  reply: AnswerPage,
  refusals: ['linkInvalid', 'visitIsOver', 'tooManyRequests'],
});
