import { AnswerFields } from '@vestibule/contract/visits/answer.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { answer as english } from '@vestibule/phrases/en/visits/answer.ts';
import { expect, test } from 'vitest';
import { answerText, replyOf } from './host-answer.ts';

const kari = { id: 1, name: 'Kari Nordmann' };
const liv = { id: 2, name: 'Liv Berg' };
const given = {
  kind: 'coming',
  minutes: 0,
  text: null,
  employee: null,
  answeredAt: '2026-11-26T09:00:00.000Z',
} as const;

test.for<[Answer, string, string]>([
  [given, 'You are coming now', 'Kari Nordmann is coming.'],
  [{ ...given, employee: liv }, 'Liv Berg is coming.', 'You are coming now'],
  [{ ...given, minutes: 5, employee: liv }, 'Liv Berg is coming in 5 minutes.', 'You are coming in 5 minutes'],
  [
    { ...given, kind: 'wait', minutes: null, employee: liv },
    'Liv Berg knows you are here. Please wait a moment.',
    'You have asked your visitor to wait',
  ],
  [
    { ...given, kind: 'colleague', minutes: null, employee: liv },
    'A colleague is coming: Liv Berg',
    'A colleague is coming: Liv Berg',
  ],
])('says who answered, to the host and to the stand-in: %#', ([answer, toHost, toStandIn]) => {
  expect(answerText(english, answer, { host: kari, reader: kari })).toBe(toHost);
  expect(answerText(english, answer, { host: kari, reader: liv })).toBe(toStandIn);
});

test.for<[Answer, object]>([
  [
    { ...given, minutes: 5, employee: liv },
    { kind: 'coming', minutes: 5 },
  ],
  [{ ...given, kind: 'unavailable', minutes: null, employee: liv }, { kind: 'unavailable' }],
  [
    { ...given, kind: 'colleague', minutes: null, employee: liv },
    { kind: 'colleague', employeeId: 2 },
  ],
])('repeats an answer of a stand-in as the contract accepts it: %#', ([answer, reply]) => {
  expect(replyOf(answer)).toEqual(reply);
  expect(AnswerFields.parse(replyOf(answer))).toEqual(reply);
});
