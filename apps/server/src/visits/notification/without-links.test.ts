import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { expect, test } from 'vitest';
import { building, visitTo } from '../../testing/building.ts';
import { startMessaging, notifyEverything } from '../../testing/messaging.ts';
import { withoutLinks } from '../../platform/values/without-links.ts';

test('a web address as a visitor’s name is no link in the message to the host', async () => {
  const site = await building();
  await notifyEverything(site, { enable_sms_confirmation: false, enable_wifi_info_sms: false });
  const { mail, sms } = await startMessaging(site.server);
  const typed = { name: 'https://evil.example/pay', companyName: 'www.evil.example' };
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { ...typed, employeeId: site.employee.id }));
  await expect.poll(() => mail.received.length + sms.received.length).toBe(2);
  const [{ email } = { email: undefined }] = mail.received;
  expect(email?.subject).toBe('https:/ /evil. example/pay is here to see you');
  const harmless = 'https:/ /evil. example/pay (www. evil. example)';
  for (const text of [email?.text, email?.html, sms.received[0]?.text]) {
    expect(text).toContain(harmless);
    expect(text).not.toContain('evil.example');
  }
});

test.for([
  ['evil.example', 'evil. example'],
  ['Amazon.co.uk', 'Amazon. co. uk'],
  ['pay@evil.example', 'pay@evil. example'],
  ['evil。example', 'evil。 example'],
  ['evil.xn--p1ai', 'evil. xn--p1ai'],
  ['evil.\u200Bexample', 'evil. \u200Bexample'],
  ['10.0.0.1/pay', '10. 0. 0. 1/pay'],
  ['http://localhost/pay', 'http:/ /localhost/pay'],
  ['\\\\evil\\pay', '\\ \\evil\\pay'],
  ['Dr.Müller', 'Dr. Müller'],
  ['J.R.R.Tolkien', 'J.R.R. Tolkien'],
])('%s becomes %s', ([typed = '', written]) => {
  expect(withoutLinks(typed)).toBe(written);
});

test.for([
  'J.R. Smith',
  'St. John',
  'O’Neil-Sánchez',
  "O'Neil",
  'A/S Norden',
  'A.P. Møller',
  'Web 2.0 AS',
  '.NET Norge',
  'Å. Ås',
])('%s stays as typed', (typed) => {
  expect(withoutLinks(typed)).toBe(typed);
});
