import { expect, onTestFinished, test } from 'vitest';
import { sendJson, startVendor } from '../../../testing/vendor.ts';
import type { DirectoryMember } from './directory.ts';
import { loopbooking } from './loopbooking.ts';

const quick = { answerMs: 2_000, minPauseMs: 5, maxPauseMs: 1_500, attempts: 3 };
const { signal } = new AbortController();
const code = 'the-access-key';

async function vendor(answer: unknown) {
  const stand = await startVendor(async (request, response) => {
    const isKnown = request.headers['x-access-key'] === code;
    sendJson(response, isKnown ? 200 : 401, isKnown ? answer : {});
  });
  onTestFinished(() => stand.close());
  return { stand, open: loopbooking({ domains: ['loopbooking.test'], url: stand.url }, quick) };
}

async function read(open: ReturnType<typeof loopbooking>) {
  const found: DirectoryMember[] = [];
  for await (const page of open('house.loopbooking.test', code).members(signal)) found.push(...page);
  return found;
}

test('reads employees from one answer', async () => {
  const { open } = await vendor([
    { id: 7, name: 'Kari Nordmann', email: 'kari@aurora.test', phone: '22 33 44 55', mobile: '450 11 101' },
    { id: '8', firstName: 'Ola', lastName: 'Hansen' },
    { id: '8', name: 'Ola once more' },
  ]);
  await open('house.loopbooking.test', code).test(signal);
  expect(await read(open)).toEqual([
    { id: '7', name: 'Kari Nordmann', email: 'kari@aurora.test', phone: '450 11 101' },
    { id: '8', name: 'Ola Hansen', email: null, phone: null },
  ]);
});

test('reads employees page by page, from the same host only', async () => {
  const { stand, open } = await vendor({ employees: [{ id: '2', name: 'Ola' }], next: null });
  const page = (next: string) => ({ status: 200, body: { employees: [{ id: '1', name: 'Kari' }], next } });
  stand.answerNext(page('/api/v1/employees?limit=500&page=2'));
  expect((await read(open)).map(({ name }) => name)).toEqual(['Kari', 'Ola']);
  expect(stand.calls.at(-1)).toBe('/api/v1/employees?limit=500&page=2');
  stand.answerNext(page('https://other.loopbooking.test/api'));
  await expect(read(open)).rejects.toMatchObject({ problem: 'directoryUnavailable' });
});

test.each([
  ['house.loopbooking.test', 'wrong'],
  ['house.loopbooking.test', 'with\r\nline: end'],
  ['house.loopbooking.test', ''],
  ['house.elsewhere.test', code],
  ['house.elsewhere.test/?.loopbooking.test', code],
  ['127.0.0.1', code],
  ['', code],
])('the domain %j with the code %j fails the test', async (domain, code) => {
  const { open } = await vendor([]);
  const failure = open(domain, code).test(signal);
  await expect(failure).rejects.toMatchObject({ problem: 'loopbookingRefused' });
});

test('repeats a failed reading, but not a failed test', async () => {
  const { stand, open } = await vendor([{ id: '1', name: 'Kari' }]);
  stand.answerNext({ status: 503 });
  await expect(open('house.loopbooking.test', code).test(signal)).rejects.toMatchObject({
    problem: 'directoryUnavailable',
  });
  stand.answerNext({ status: 503 });
  expect(await read(open)).toHaveLength(1);
});
