import { expect, test } from 'vitest';
import { codeIn } from './scanner.ts';

const code = 'P00000014QXS8E7R2D6TZ';
const secret = 'V7KX2M9QTB4D6F8H0J2M4P6R8T';

test.each([
  [code, code],
  [`https://desk.example.com/pass/${code}`, code],
  [` v0000-0014q xs8e7r2d6tz\n`, 'V00000014QXS8E7R2D6TZ'],
  [secret, secret],
  [`HTTPS://DESK.EXAMPLE.COM/PASS/${secret}`, secret],
  // A scanner set to another keyboard types other signs for the slashes.
  [`HTTPSÆ--DESK.EXAMPLE.COM-PASS-${secret}`, secret],
  [`HTTPS://DESK.EXAMPLE.COM/PASS/${secret}0`, null],
  ['https://desk.example.com/', null],
  ['4006381333931', null],
  [`X${code}`, null],
  [`${code}1`, null],
  ['', null],
])('in %j a scanner has read %j', (text, found) => {
  expect(codeIn(text)).toBe(found);
});
