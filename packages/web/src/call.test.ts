import { unattendedHeader } from '@vestibule/contract/platform/endpoint.ts';
import { importEmployees } from '@vestibule/contract/building/employee-edit.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { getSession, login, logout } from '@vestibule/contract/accounts/session.ts';
import { openLiveChannel } from '@vestibule/contract/visits/live-channel.ts';
import { listTenants } from '@vestibule/contract/building/tenant.ts';
import { deleteUser } from '@vestibule/contract/accounts/user.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { CallFailed, call, onSessionEnd } from './call.ts';

test('puts ids and query into the URL, and omits missing values', async () => {
  const sentRequest = answer({ data: [], page: { total: 0, totalIsExact: true, next: null } });
  await call(listTenants, { params: { companyId: 7 }, query: { search: 'åse & co', limit: 10, cursor: undefined } });
  expect(sentRequest()).toMatchObject({
    method: 'GET',
    url: 'https://vestibule.test/api/v1/tenants/company/7?search=%C3%A5se+%26+co&limit=10',
  });
});

test('a page includes its place in the list', async () => {
  answer({ data: [], page: { total: 3, totalIsExact: true, next: 'abc' } });
  const page = await call(listTenants, { params: { companyId: 7 }, query: { limit: 10 } });
  expect(page).toEqual({ rows: [], page: { total: 3, totalIsExact: true, next: 'abc' } });
});

test('a call that creates something has an idempotency key', async () => {
  const sentRequest = answer({ data: null }, 500);
  await expect(call(registerVisit, { body: visit }, { idempotencyKey: 'once' })).rejects.toThrow(CallFailed);
  expect(sentRequest().headers.get('idempotency-key')).toBe('once');
  expect(sentRequest().headers.get('content-type')).toBe('application/json');
  expect(await sentRequest().json()).toEqual(visit);
});

test('marks a call made long after the last input', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const sentRequest = answer({ data: [] });
  const isSaid = async () => {
    await call(listTenants, { params: { companyId: 7 } });
    return sentRequest().headers.has(unattendedHeader);
  };
  expect(await isSaid()).toBe(false);
  vi.setSystemTime(Date.now() + 61_000);
  expect(await isSaid()).toBe(true);
});

test('sends a file as the only part of a form', async () => {
  const sentRequest = answer({ data: { employees: [], conflicts: [] } });
  const file = new File(['Kari;kari@test.example'], 'people.csv', { type: 'text/csv' });
  await call(importEmployees, { params: { tenantId: 7 }, file }, { idempotencyKey: 'once' });
  expect(sentRequest().headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
  expect(sentRequest().headers.get('idempotency-key')).toBe('once');
  const [part, ...others] = await sentRequest().formData();
  expect(part).toMatchObject(['file', { name: 'people.csv', type: 'text/csv', size: file.size }]);
  expect(others).toEqual([]);
});

test('an error has the texts of the server’s refusal', async () => {
  answer(problem(409, 'visitorIsAlreadyCheckedIn'), 409);
  const failed = await failure(call(registerVisit, { body: visit }));
  expect(failed).toMatchObject({ status: 409, problem: { reason: 'visitorIsAlreadyCheckedIn', requestId: 'r1' } });
});

test('an answer without our format keeps its status', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await failure(call(getSession))).toMatchObject({ status: 502, problem: null });
});

test('a network failure has no status, before the answer or during it', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await failure(call(getSession))).toMatchObject({ status: null, problem: null });

  vi.stubGlobal('fetch', async () => new Response('{"data": {"user"', { status: 200 }));
  expect(await failure(call(getSession))).toMatchObject({ status: null, problem: null });
});

test('a document instead of an answer counts as no answer', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Welcome to the guest network</h1>', { status: 200 }));
  expect(await failure(call(logout))).toMatchObject({ status: null, problem: null });
});

test('an aborted call is aborted, not failed', async () => {
  const abort = new AbortController();
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    throw new Error('The call was not aborted.');
  });
  abort.abort();
  await expect(call(getSession, {}, { signal: abort.signal })).rejects.toMatchObject({ name: 'AbortError' });
});

test('an answer that violates the contract is an error', async () => {
  answer({ data: { url: 5 } });
  await expect(call(openLiveChannel, { query: { companyId: 1 } })).rejects.toThrow('expected string');
});

test('a 401 announces the end of the session', async () => {
  answer(problem(401, 'notSignedIn'), 401);
  const ended = listenToEnd();
  await failure(call(getSession));
  expect(ended).toHaveBeenCalledOnce();
});

test('a repeated deletion after a lost answer succeeds if the row is missing', async () => {
  const remove = () => call(deleteUser, { params: { userId: 7 } });
  const lost = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const gone = () => answer(problem(404, 'notFound'), 404);

  gone();
  expect(await failure(remove()), 'another user removed it').toMatchObject({ status: 404 });
  lost();
  expect(await failure(remove())).toMatchObject({ status: null });
  gone();
  expect(await failure(call(deleteUser, { params: { userId: 8 } })), 'another one').toMatchObject({ status: 404 });
  expect(await remove()).toBeNull();
  expect(await failure(remove()), 'a third time').toMatchObject({ status: 404 });
});

test('a wrong password ends no session', async () => {
  answer(problem(401, 'incorrectPassword'), 401);
  const ended = listenToEnd();
  await failure(call(login, { body: { email: 'a@b.test', password: 'x' } }));
  expect(ended).not.toHaveBeenCalled();
});

test.each(['/tenants/4/integration/loopboking', '/auth/oauth/callback', '/tenants/4/employees/sync'] as const)(
  'a 401 of %s ends no session',
  async (path) => {
    answer(problem(401, 'notSignedIn'), 401);
    const ended = listenToEnd();
    await failure(call({ ...logout, path }));
    expect(ended).not.toHaveBeenCalled();
  },
);

afterEach(() => vi.unstubAllGlobals());

const visit = {
  phone: '+4740012345',
  name: 'Åse Ødegård',
  companyName: 'Fjord AS',
  shouldSaveData: false,
  tenantId: 1,
  employeeId: null,
  shouldPrintMainBadge: false,
  shouldPrintParkingBadge: false,
};

function answer(body: unknown, status = 200): () => Request {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push(new Request(new URL(path, 'https://vestibule.test'), init));
    return Response.json(body, { status });
  });
  return () => {
    const request = requests.at(-1);
    if (!request) throw new Error('Nothing was sentRequest.');
    return request;
  };
}

function listenToEnd() {
  const ended = vi.fn<() => void>();
  onTestFinished(onSessionEnd(ended));
  return ended;
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The call did not fail.');
}

function problem(status: number, reason: string) {
  return { type: 'about:blank', title: reason, status, detail: '', reason, requestId: 'r1' };
}
