import { messageTexts } from '@vestibule/phrases/messages.ts';
import { expect, test } from 'vitest';
import { countSegments } from '../integrations/sms/sms.ts';

const visit = { visitor: 'Anna', visitorCompany: 'Havila', host: 'Kari', tenant: 'Aurora', house: 'Fjord House' };
const plain = { ...visit, date: '05.01.2026', time: '12:07' };
const guest = {
  ...plain,
  guest: 'Anna',
  address: 'Kaia 1',
  directions: 'Left',
  title: 'Audit',
  note: 'Bring ID',
  endTime: '13:08',
  until: '06.02.2026',
  code: '7K4Q M2XD',
};

// The alphabet of SMS lacks letters that the other languages need.
test.for(['en', 'no', 'dk', 'se', 'sv', 'fi', 'de', 'nl', 'fr', 'it'] as const)(
  'SMS in %s use only characters that count once',
  (language) => {
    const { sms } = messageTexts(language);
    const texts = {
      arrival: sms.arrival(plain),
      unanswered: sms.unanswered({ ...plain, recipient: 'Per' }),
      visitConfirmation: sms.visitConfirmation(plain),
      wifi: sms.wifi({ house: 'Fjord House', info: 'guest / secret' }),
      preregistration: sms.preregistration({ ...plain, link: 'https://a.example/b' }),
      delivery: sms.delivery(plain),
      invitation: sms.invitation(guest),
      invitationChanged: sms.invitationChanged(guest),
      invitationCanceled: sms.invitationCanceled({ ...guest, othersStay: true }),
      invitationReminder: sms.invitationReminder(guest),
      stillHere: sms.stillHere(plain),
      guestDeclined: sms.guestDeclined(guest),
      guestComes: sms.guestComes(guest),
      passCode: sms.passCode({ code: '123456', house: 'Fjord House' }),
    } satisfies Record<keyof typeof sms, string>;
    for (const text of Object.values(texts)) {
      const costly = Array.from(text).filter((character) => countSegments(character.repeat(160)) > 1);
      expect({ text, costly }).toEqual({ text, costly: [] });
    }
  },
);
