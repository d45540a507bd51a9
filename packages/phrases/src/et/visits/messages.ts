import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Tere, ${guest}!`,
  subject: {
    invitation: (tenant) => `Kutse: ${tenant}`,
    invitationChanged: (tenant) => `Muudetud kutse: ${tenant}`,
    invitationCanceled: (tenant) => `Tühistatud kutse: ${tenant}`,
    invitationReminder: (tenant) => `Meeldetuletus külastusest: ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} kutsub teid külla: ${house}.`,
    invitationChanged: (who, house) => `Teie kutse on muutunud: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Teie kutse on tühistatud: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} ootab teid homme: ${house}.`,
  },
  until: (day) => `Kordub kuni ${day}.`,
  was: (time) => `varem ${time}`,
  othersStay: 'Sinu teised kuupäevad selles sarjas jäävad kehtima.',
  open: 'Ava külastuskaart',
  privacy:
    'Kasutame sinu e-posti aadressi ainult selle kutse jaoks. Külastuskaardil saad oma andmeid vaadata ja kustutada.',
  label: { host: 'Võõrustaja', where: 'Koht', note: 'Märkus', code: 'Telefoni pole kaasas? Sisestage see vastuvõtus:' },
  stillHere: {
    subject: (house) => `Kas olete veel kohal: ${house}?`,
    sentence: (house, time) =>
      `Olete sisse registreeritud alates ${time}: ${house}. Andke teada, kas olete veel kohal või lahkunud.`,
    button: 'Vasta',
  },
  declined: (guest) => `${guest} ei saa tulla`,
  comes: (guest) => `${guest} saab siiski tulla`,
  passCode: (code, house) => `${code} on teie külastuskaardi kood: ${house}. See kehtib 10 minutit.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Kutse: Vestibule' : `Kutse: ${organization}`,
      above: [
        'Tere!',
        organization === null
          ? 'Teile on loodud Vestibule’i konto.'
          : `Teile on loodud Vestibule’i konto. Organisatsioon: ${organization}.`,
        'Alustamiseks valige parool.',
      ],
      button: 'Vali parool',
      below: [
        `Link töötab ühe korra ja kehtib ${duration(validHours)}.`,
        'Kui te seda sõnumit ei oodanud, ei pea te midagi tegema.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Valige uus parool',
      above: ['Tere!', 'Teie Vestibule’i kontole on küsitud uut parooli.'],
      button: 'Vali uus parool',
      below: [
        `Link töötab ühe korra ja kehtib ${duration(validHours)}.`,
        'Kui see ei olnud teie, ei pea te midagi tegema: teie parool jääb samaks.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Logige sisse, et näha oma külalisi',
      above: ['Tere!', 'Logige selle lingi kaudu sisse, et näha oma külalisi.'],
      button: 'Logi sisse',
      below: [
        `Link töötab ühe korra ja kehtib ${validMinutes} minutit.`,
        'Kui te linki ei küsinud, ei pea te midagi tegema.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Töötajate andmed ei ole ajakohased: ${tenant}`,
      above: [
        'Tere!',
        `Töötajate sünkroonimine kataloogiga ebaõnnestus ${times} korda järjest (${tenant}). ${why[failure]}`,
        'Seni jäävad andmed endiseks. Külastajaid saab endiselt registreerida.',
      ],
      button: 'Ava üürnik',
      below: ['Igal ööl proovitakse uuesti. Uut sõnumit te enne ei saa, kui see on vahepeal õnnestunud.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosk on võrgust väljas: ${kiosk}`,
      above: [
        'Tere!',
        `Kioskist ei ole midagi kuulda olnud alates ${date} kell ${time}: ${kiosk} (${house}).`,
        'Palun kontrollige, kas sellel on vool ja võrguühendus.',
      ],
      button: 'Ava kioskid',
      below: ['Kirjutame teile uuesti, kui see on tagasi.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosk on tagasi: ${kiosk}`,
      above: ['Tere!', `Kiosk on taas võrgus alates ${date} kell ${time}: ${kiosk} (${house}).`],
      button: 'Ava kioskid',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} on tulnud teie juurde`,
      above: [
        `Tere, ${host}!`,
        `${visitor} (${visitorCompany}) registreeriti kell ${time} külastajana teie juurde. Koht: ${tenant}.`,
      ],
      button: 'Vasta',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} ootab, ${facts.host} ei ole vastanud`,
      above: [`Tere, ${recipient}!`, noAnswer(facts)],
      button: 'Vasta',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Teie külaline ${visitor} (${visitorCompany}) on saabunud kell ${time}: ${tenant}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Tere tulemast: ${house}. Teie külastus on registreeritud ${date} kell ${time}: ${host === null ? tenant : `${host}, ${tenant}`}.`,
    wifi: ({ house, info }) => `WiFi, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} ootab teid: ${house}. Näidake saabudes seda koodi: ${link}`,
    delivery: ({ house, tenant, time }) =>
      `Saadetis ootab sissepääsu juures (${house}), kell ${time}. Saaja: ${tenant}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Kataloog ei vastanud.',
  consentRevoked: 'Kataloog ei luba Vestibule’il enam ligi pääseda. Palun ühendage üürnik uuesti.',
  secretExpired: 'Rakenduse kliendisaladus on aegunud. Palun ühendage üürnik uuesti uue saladusega.',
  groupNotFound: 'Rühma ei ole enam kataloogis.',
  serviceAccountRequired: 'Kasutatud konto ei tohi enam kataloogi lugeda. Palun ühendage üürnik uuesti.',
  tooManyRemovals: 'Üle 30 % töötajatest oleks eemaldatud. Palun kontrollige ja kinnitage, kui see on õige.',
  unexpected: 'Meil läks midagi valesti.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 päeva' : `${hours / 24} päeva`;
  return `${hours} tundi`.replace(/^1 tundi$/, '1 tunni');
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} ei ole vastanud. ${who} ootab alates kella ${time}. Koht: ${tenant}.`;
}
