import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hei ${guest},`,
  subject: {
    invitation: (tenant) => `Kutsu: ${tenant}`,
    invitationChanged: (tenant) => `Muuttunut kutsu: ${tenant}`,
    invitationCanceled: (tenant) => `Peruttu kutsu: ${tenant}`,
    invitationReminder: (tenant) => `Muistutus vierailusta: ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} kutsuu sinut käymään: ${house}.`,
    invitationChanged: (who, house) => `Kutsusi on muuttunut: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Kutsusi on peruttu: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} odottaa sinua huomenna: ${house}.`,
  },
  until: (day) => `Toistuu ${day} asti.`,
  was: (time) => `aiemmin ${time}`,
  othersStay: 'Sarjan muut päiväsi pysyvät ennallaan.',
  open: 'Avaa vierailukortti',
  privacy: 'Käytämme sähköpostiosoitettasi vain tähän kutsuun. Voit katsoa ja poistaa tietosi vierailukortilla.',
  label: {
    host: 'Isäntä',
    where: 'Paikka',
    note: 'Lisätieto',
    code: 'Eikö puhelinta mukana? Kirjoita tämä vastaanotossa:',
  },
  stillHere: {
    subject: (house) => `Oletko yhä paikalla: ${house}?`,
    sentence: (house, time) =>
      `Olet ollut kirjautuneena sisään klo ${time} alkaen: ${house}. Kerro, oletko yhä paikalla vai lähtenyt.`,
    button: 'Vastaa',
  },
  declined: (guest) => `${guest} ei pääse tulemaan`,
  comes: (guest) => `${guest} pääsee sittenkin tulemaan`,
  passCode: (code, house) => `${code} on koodisi vierailukorttiin: ${house}. Se toimii 10 minuuttia.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Kutsu: Vestibule' : `Kutsu: ${organization}`,
      above: [
        'Hei,',
        organization === null
          ? 'Sinulle on luotu tili Vestibuleen.'
          : `Sinulle on luotu tili Vestibuleen. Organisaatio: ${organization}.`,
        'Aloita valitsemalla salasana.',
      ],
      button: 'Valitse salasana',
      below: [
        `Linkki toimii kerran ja on voimassa ${duration(validHours)}.`,
        'Jos et odottanut tätä viestiä, sinun ei tarvitse tehdä mitään.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Valitse uusi salasana',
      above: ['Hei,', 'Vestibule-tilillesi on pyydetty uutta salasanaa.'],
      button: 'Valitse uusi salasana',
      below: [
        `Linkki toimii kerran ja on voimassa ${duration(validHours)}.`,
        'Jos et pyytänyt sitä itse, sinun ei tarvitse tehdä mitään: salasanasi pysyy ennallaan.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Kirjaudu ja näe vieraasi',
      above: ['Hei,', 'Kirjaudu tämän linkin kautta ja näe vieraasi.'],
      button: 'Kirjaudu sisään',
      below: [
        `Linkki toimii kerran ja on voimassa ${validMinutes} minuuttia.`,
        'Jos et pyytänyt linkkiä, sinun ei tarvitse tehdä mitään.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Työntekijätiedot eivät ole ajan tasalla: ${tenant}`,
      above: [
        'Hei,',
        `Työntekijöiden synkronointi hakemiston kanssa epäonnistui ${times} kertaa peräkkäin (${tenant}). ${why[failure]}`,
        'Tiedot pysyvät siihen asti ennallaan. Vierailijoita voi edelleen kirjata sisään.',
      ],
      button: 'Avaa vuokralainen',
      below: ['Synkronointia yritetään uudelleen joka yö. Saat uuden viestin vasta, kun se on välillä onnistunut.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kioski on poissa verkosta: ${kiosk}`,
      above: [
        'Hei,',
        `Kioskista ei ole kuulunut mitään ${date} klo ${time} jälkeen: ${kiosk} (${house}).`,
        'Tarkista, että siinä on virta ja verkkoyhteys.',
      ],
      button: 'Avaa kioskit',
      below: ['Saat uuden viestin, kun se on taas verkossa.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kioski on taas verkossa: ${kiosk}`,
      above: ['Hei,', `Kioski on taas verkossa ${date} klo ${time} alkaen: ${kiosk} (${house}).`],
      button: 'Avaa kioskit',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} on saapunut luoksesi`,
      above: [
        `Hei ${host},`,
        `${visitor} (${visitorCompany}) kirjautui sisään klo ${time} tavatakseen sinut. Paikka: ${tenant}.`,
      ],
      button: 'Vastaa',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} odottaa, ${facts.host} ei ole vastannut`,
      above: [`Hei ${recipient},`, noAnswer(facts)],
      button: 'Vastaa',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Vieraasi ${visitor} (${visitorCompany}) on saapunut klo ${time}: ${tenant}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Tervetuloa: ${house}. Sinut on kirjattu sisään ${date} klo ${time}. Vierailet: ${host === null ? tenant : `${host}, ${tenant}`}.`,
    wifi: ({ house, info }) => `Wi-Fi, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} odottaa sinua: ${house}. Näytä tämä koodi saapuessasi: ${link}`,
    delivery: ({ house, tenant, time }) =>
      `Toimitus odottaa sisäänkäynnillä (${house}), klo ${time}. Saaja: ${tenant}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Hakemisto ei vastannut.',
  consentRevoked: 'Vestibulella ei ole enää pääsyä hakemistoon. Yhdistä vuokralainen uudelleen.',
  secretExpired: 'Sovelluksen asiakassalaisuus on vanhentunut. Yhdistä vuokralainen uudelleen uudella salaisuudella.',
  groupNotFound: 'Ryhmää ei enää ole hakemistossa.',
  serviceAccountRequired: 'Käytetyllä tilillä ei ole enää oikeutta lukea hakemistoa. Yhdistä vuokralainen uudelleen.',
  tooManyRemovals: 'Yli 30 % työntekijöistä olisi poistettu. Tarkista asia ja vahvista, jos se on oikein.',
  unexpected: 'Meillä tapahtui virhe.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 päivän' : `${hours / 24} päivää`;
  return hours === 1 ? '1 tunnin' : `${hours} tuntia`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} ei ole vastannut. ${who} on odottanut klo ${time} alkaen. Paikka: ${tenant}.`;
}
