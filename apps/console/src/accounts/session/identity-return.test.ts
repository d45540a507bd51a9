import { expect, test } from 'vitest';
import { readCallback, readReturn } from './identity-return.ts';

function stateOf(payload: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(payload));
  const letters = btoa(String.fromCharCode(...bytes));
  return `${letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}.signature`;
}

const payload = {
  purpose: 'signIn',
  nonce: 'n',
  returnTo: '/company/1/visitors?search=Åse',
  browser: 'b',
  expiresAt: 1,
};
const searchOf = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters).toString()}`;

test('reads the purpose and the next page from the state', () => {
  const state = stateOf(payload);
  const returned = readReturn(searchOf({ code: 'c', state, iss: 'https://login.example.com' }));
  expect(returned).toEqual({
    purpose: 'signIn',
    state: { returnTo: payload.returnTo, callback: { code: 'c', state } },
  });
  expect(readCallback(returned.state)).toEqual({ code: 'c', state });
});

test('reads the requested directory connection from the state, also after a refusal', () => {
  const request = { purpose: 'directory', tenantId: 7, type: 'google', groupId: 'staff@x.test', clientId: null };
  const state = stateOf({ ...request, nonce: 'n', browser: 'b', expiresAt: 1 });
  expect(readReturn(searchOf({ code: 'c', state }))).toEqual({
    purpose: 'directory',
    state: { returnTo: undefined, request, callback: { code: 'c', state } },
  });
  expect(readReturn(searchOf({ error: 'access_denied', state })).state).toEqual({ returnTo: undefined, request });
});

test('ignores a state that names a page of another site', () => {
  const state = stateOf({ ...payload, returnTo: '//evil.example' });
  expect(readReturn(searchOf({ code: 'c', state }))).toEqual({
    purpose: undefined,
    state: { returnTo: undefined, callback: { code: 'c', state } },
  });
});

test.each(['', '?', '?code=c', '?state=%F0', '?error=access_denied&state=nonsense'])(
  'ignores a return without a code and a readable state: %s',
  (search) => {
    const { purpose, state } = readReturn(search);
    expect(purpose).toBeUndefined();
    expect(readCallback(state)).toBeUndefined();
  },
);
