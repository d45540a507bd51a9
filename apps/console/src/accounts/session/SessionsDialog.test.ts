import { expect, test } from 'vitest';
import { deviceName } from './SessionsDialog.tsx';

test.for([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36',
    { browser: 'Chrome', system: 'Windows' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    { browser: 'Safari', system: 'macOS' },
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', { browser: 'Firefox', system: 'Linux' }],
  ['curl/8.5.0', null],
  ['', null],
] as const)('reads browser and system of %j', ([device, name]) => {
  expect(deviceName(device)).toEqual(name);
});
