import { expect, test } from 'vitest';
import { verifiedEmail } from './openid.ts';

const tenant = '7f3cbe2c-4f2e-4b3a-9a52-0d3f6e8f1a11';
const entra = new URL(`https://login.microsoftonline.com/${tenant}/v2.0`);
const other = new URL('https://login.example.com');
const email = 'kari@aurora.example';
const member = { iss: entra.href, tid: tenant, preferred_username: email };

test.for([
  { email_verified: true, email },
  { email_verified: 'true', email },
  { email_verified: true, email: ' Kari@Aurora.example ' },
])('trusts email_verified of any issuer: %j', (claims) => {
  expect(verifiedEmail(other, claims)).toBe(email);
});

test.for([
  {},
  { email },
  { email, email_verified: false },
  { email, email_verified: 'false' },
  { email_verified: true },
  { email: 'no address', email_verified: true },
  { email, xms_edov: true, tid: tenant },
  { preferred_username: email, tid: tenant },
])('ignores an address that another issuer does not verify: %j', (claims) => {
  expect(verifiedEmail(other, claims)).toBeNull();
});

test.for([
  { ...member, xms_edov: true, email, preferred_username: 'other@aurora.example' },
  { ...member, xms_edov: '1', email, idp: 'https://sts.windows.net/another/', preferred_username: 'guest@b.example' },
  member,
  { ...member, email: 'whatever@somebody.wrote' },
  { ...member, acct: 0, idp: entra.href },
  { ...member, idp: `https://sts.windows.net/${tenant}/` },
])('trusts one tenant of Entra for verified domains and for user names of its own members: %j', (claims) => {
  expect(verifiedEmail(entra, claims)).toBe(email);
});

test.for([
  { ...member, preferred_username: undefined, email },
  { ...member, tid: '00000000-0000-0000-0000-000000000000' },
  { ...member, tid: undefined },
  { ...member, acct: 1 },
  { ...member, acct: '1' },
  { ...member, idp: 'live.com' },
  { ...member, idp: 'https://sts.windows.net/another/' },
])('does not trust guests and directory attributes: %j', (claims) => {
  expect(verifiedEmail(entra, claims)).toBeNull();
});

test('does not trust e-mail addresses of an Entra issuer for many tenants', () => {
  const common = new URL('https://login.microsoftonline.com/common/v2.0');
  expect(verifiedEmail(common, { ...member, xms_edov: true, email })).toBeNull();
});
