import { expect, test } from 'vitest';
import { CallFailed } from './call.ts';
import { isRefusal, isTurnedAway } from './refused.ts';

const problem = (status: number) => ({
  status,
  reason: 'notFound' as const,
  title: '',
  type: '',
  detail: '',
  requestId: '',
});

test.each([400, 403, 404, 409])(
  'status %i of the server is a refusal, without its reason that of a gateway',
  (status) => {
    const ofServer = new CallFailed(status, problem(status));
    expect([isRefusal(ofServer), isTurnedAway(ofServer)]).toEqual([true, false]);
    const ofGateway = new CallFailed(status, null);
    expect([isRefusal(ofGateway), isTurnedAway(ofGateway)]).toEqual([false, true]);
  },
);

test.each([401, 402, 408, 425, 429, 500, 503])('after status %i the same call can succeed later', (status) => {
  for (const failed of [new CallFailed(status, problem(status)), new CallFailed(status, null)]) {
    expect([isRefusal(failed), isTurnedAway(failed)]).toEqual([false, false]);
  }
});

test('no answer and other errors are no refusal', () => {
  for (const error of [new CallFailed(null, null), new TypeError('a bug'), undefined]) {
    expect([isRefusal(error), isTurnedAway(error)]).toEqual([false, false]);
  }
});
