import { syncFailures } from '@vestibule/contract/building/directory.ts';
import { guestKinds, hostKinds } from '@vestibule/contract/platform/message-words.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { expect, test } from 'vitest';
import { messageTexts } from './messages.ts';

const arrival = { visitor: 'Åse', visitorCompany: 'Havila', host: 'Kari', tenant: 'Aurora', time: '12:07' };
const unanswered = { ...arrival, recipient: 'Per' };
const guest = {
  guest: 'Åse',
  house: 'Fjord House',
  address: 'Kaia 1',
  directions: 'Left',
  tenant: 'Aurora',
  host: 'Kari',
  title: 'Audit',
  note: 'Bring ID',
  date: '05.01.2026',
  time: '12:07',
  endTime: '13:08',
  until: '06.02.2026',
  code: '7K4Q M2XD',
};
const reply = { ...guest, host: 'Kari' };
const inMail = Object.values(guest);
const inCanceled = inMail.filter((fact) => !['Bring ID', 'Left', guest.code].includes(fact));
const inSms = inCanceled.filter((fact) => fact !== 'Åse');
const visit = { ...arrival, house: 'Fjord House', date: '05.01.2026' };

test.for(languages)('messages in %s contain all facts and are translated', (language) => {
  const { mail, sms } = messageTexts(language);
  const say = (text: object | string) => JSON.stringify(text);
  const said = [
    [say(mail.arrival(arrival)), ['Åse', 'Havila', 'Kari', 'Aurora', '12:07']],
    [say(mail.unanswered(unanswered)), ['Åse', 'Havila', 'Kari', 'Aurora', '12:07', 'Per']],
    [sms.unanswered(unanswered), ['Åse', 'Havila', 'Kari', 'Aurora', '12:07']],
    [say(mail.invite({ organization: 'Aurora', validHours: 168 })), ['Aurora', '7 ']],
    [say(mail.invite({ organization: null, validHours: 168 })), ['Vestibule', '7 ']],
    [say(mail.passwordReset({ validHours: 1 })), ['1 ']],
    [sms.arrival(arrival), ['Åse', 'Havila', 'Aurora', '12:07']],
    [sms.visitConfirmation(visit), ['Fjord House', 'Kari', 'Aurora', '05.01.2026', '12:07']],
    [sms.visitConfirmation({ ...visit, host: null }), ['Fjord House', 'Aurora', '05.01.2026', '12:07']],
    [sms.wifi({ house: 'Fjord House', info: 'guest / secret' }), ['Fjord House', 'guest / secret']],
    [sms.preregistration({ ...visit, link: 'https://a.example/b' }), ['Fjord House', 'Aurora', 'https://a.example/b']],
    ...guestKinds.map((kind) => [say(mail[kind](guest)), kind === 'invitationCanceled' ? inCanceled : inMail] as const),
    ...guestKinds.map((kind) => [sms[kind](guest), inSms] as const),
    [say(mail.invitation({ ...guest, host: null })), ['Aurora']],
    [say(mail.invitationChanged({ ...guest, was: '09:30–10:30' })), ['09:30–10:30']],
    ...hostKinds.map((kind) => [say(mail[kind](reply)), ['Åse', 'Kari', 'Audit', '05.01.2026', '12:07']] as const),
    ...hostKinds.map((kind) => [sms[kind](reply), ['Åse', 'Audit', '05.01.2026', '12:07', '06.02.2026']] as const),
    [say(mail.stillHere(visit)), ['Åse', 'Fjord House', '12:07']],
    [sms.stillHere(visit), ['Fjord House', '12:07']],
    [sms.passCode({ code: '123456', house: 'Fjord House' }), ['123456', 'Fjord House', '10']],
    [sms.delivery(visit), ['Fjord House', 'Aurora', '12:07']],
  ] as const;
  for (const [text, facts] of said) for (const fact of facts) expect(text).toContain(fact);
  const reasons = syncFailures.map((failure) => say(mail.directoryFailed({ tenant: 'Aurora', failure, times: 3 })));
  expect(new Set(reasons).size).toBe(syncFailures.length);
  expect(sms.unanswered({ ...unanswered, visitorCompany: '' })).not.toMatch(
    /Havila|\(\)|Åse +(?:from|fra|från|van|von|de) /,
  );
  if (language === 'en') return;
  const english = messageTexts('en');
  expect(sms.arrival(arrival)).not.toBe(english.sms.arrival(arrival));
  expect(sms.unanswered(unanswered)).not.toBe(english.sms.unanswered(unanswered));
  expect(mail.passwordReset({ validHours: 1 }).subject).not.toBe(english.mail.passwordReset({ validHours: 1 }).subject);
});
