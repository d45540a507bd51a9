import { readFileSync } from 'node:fs';
import { syncFailures } from '@vestibule/contract/building/directory.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { messageTexts } from '@vestibule/phrases/messages.ts';
import { expect, test } from 'vitest';
import { document, withTexts } from './message-texts.ts';

test('docs/messages.md shows the texts as they are; node checks/message-texts.ts writes it anew', () => {
  const text = readFileSync(document, 'utf8');
  expect(withTexts(text)).toBe(text);
});

const arrival = { visitor: 'Åse', visitorCompany: 'Havila', host: 'Kari', tenant: 'Aurora', time: '12:07' };
const visit = { ...arrival, house: 'Fjord House', date: '05.01.2026' };

/** Everything that a language says, with names that must be in it. */
test.for(languages)('in %s every fact is said, and every text is the language’s own', (language) => {
  const { mail, sms } = messageTexts(language);
  const say = (text: object | string) => JSON.stringify(text);
  const said = [
    [say(mail.arrival(arrival)), ['Åse', 'Havila', 'Kari', 'Aurora', '12:07']],
    [say(mail.invite({ organisation: 'Aurora', validHours: 168 })), ['Aurora', '7 ']],
    [say(mail.invite({ organisation: null, validHours: 168 })), ['Vestibule', '7 ']],
    [say(mail.passwordReset({ validHours: 1 })), ['1 ']],
    [sms.arrival(arrival), ['Åse', 'Havila', 'Aurora', '12:07']],
    [sms.visitConfirmation(visit), ['Fjord House', 'Kari', 'Aurora', '05.01.2026', '12:07']],
    [sms.visitConfirmation({ ...visit, host: null }), ['Fjord House', 'Aurora', '05.01.2026', '12:07']],
    [sms.wifi({ house: 'Fjord House', info: 'guest / secret' }), ['Fjord House', 'guest / secret']],
    [sms.preregistration({ ...visit, link: 'https://a.example/b' }), ['Fjord House', 'Aurora', 'https://a.example/b']],
    [sms.delivery(visit), ['Fjord House', 'Aurora', '12:07']],
  ] as const;
  for (const [text, facts] of said) for (const fact of facts) expect(text).toContain(fact);
  const reasons = syncFailures.map((failure) => say(mail.directoryFailed({ tenant: 'Aurora', failure, times: 3 })));
  expect(new Set(reasons).size).toBe(syncFailures.length);
  if (language === 'en') return;
  const english = messageTexts('en');
  expect(sms.arrival(arrival)).not.toBe(english.sms.arrival(arrival));
  expect(mail.passwordReset({ validHours: 1 }).subject).not.toBe(english.mail.passwordReset({ validHours: 1 }).subject);
});

test('English SMS have no sign that takes more than one place of a part', () => {
  const { sms } = messageTexts('en');
  const plain = { ...visit, visitor: 'Anna' };
  for (const text of [sms.arrival(plain), sms.visitConfirmation(plain), sms.delivery(plain)]) {
    expect(text).toMatch(/^[\u0020-\u005a\u0061-\u007a]*$/);
  }
});
