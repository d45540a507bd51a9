import { expect, test } from '@playwright/test';
import { createWatch } from '../harness/watch.ts';

const address = 'http://watch.test';
const nonce = '6ba7b810-9dad-11d1-80b4-004512345678';

test('finds phones and e-mail addresses in the addresses of requests, but not in the nonce of a visit', async ({
  page,
  context,
}) => {
  const watch = createWatch(address);
  await watch.follow(context);
  await context.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(address);
  const request = async (path: string) => {
    const before = watch.faults.length;
    await page.evaluate((url) => fetch(url).then(() => undefined), path);
    return watch.faults.slice(before);
  };

  const clean = [
    `/api/v1/device/visits/${nonce}/host`,
    '/api/v1/visitors/1?search=40012345',
    '/api/v1/phone_lookup?phone=40012345',
  ];
  for (const path of clean) expect(await request(path), path).toEqual([]);
  const leaking = [
    '/api/v1/visitors/+4740012345',
    '/api/v1/device/visits/40012345/host',
    `/api/v1/device/visits/${nonce}/40012345`,
    `/api/v1/device/visits/${nonce}40012345`,
    '/api/v1/visitors?phone=40012345',
    '/api/v1/visitors?of=kari%40aurora.test',
  ];
  for (const path of leaking) expect((await request(path)).join(' '), path).toContain('personal data');
});
