import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hei ${guest},`,
  subject: {
    invitation: (tenant) => `Invitasjon fra ${tenant}`,
    invitationChanged: (tenant) => `Endret invitasjon fra ${tenant}`,
    invitationCanceled: (tenant) => `Avlyst invitasjon fra ${tenant}`,
    invitationReminder: (tenant) => `Påminnelse: besøk hos ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} inviterer deg til ${house}.`,
    invitationChanged: (who, house) => `Invitasjonen din er endret: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Invitasjonen din er avlyst: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} venter deg i morgen: ${house}.`,
  },
  until: (day) => `Gjentas til ${day}.`,
  was: (time) => `tidligere ${time}`,
  othersStay: 'De andre datoene dine i serien står fast.',
  open: 'Åpne besøkskortet',
  privacy:
    'Vi bruker e-postadressen din bare til denne invitasjonen. Du kan se og slette opplysningene dine på besøkskortet.',
  label: { host: 'Vert', where: 'Sted', note: 'Merknad', code: 'Ikke telefonen med? Tast dette i resepsjonen:' },
  stillHere: {
    subject: (house) => `Er du fortsatt hos ${house}?`,
    sentence: (house, time) =>
      `Du har vært sjekket inn hos ${house} siden kl. ${time}. Si fra om du fortsatt er her eller har gått.`,
    button: 'Svar',
  },
  declined: (guest) => `${guest} kan ikke komme`,
  comes: (guest) => `${guest} kan komme likevel`,
  passCode: (code, house) => `${code} er koden din for passet hos ${house}. Den virker i 10 minutter.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Du er invitert til Vestibule' : `Du er invitert til ${organization}`,
      above: [
        'Hei,',
        organization === null
          ? 'Det er opprettet en konto for deg i Vestibule.'
          : `Det er opprettet en konto for deg i Vestibule hos ${organization}.`,
        'Velg et passord for å komme i gang.',
      ],
      button: 'Velg passord',
      below: [
        `Lenken virker én gang, innen ${duration(validHours)}.`,
        'Hvis du ikke ventet denne meldingen, trenger du ikke å gjøre noe.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Velg et nytt passord',
      above: ['Hei,', 'Noen har bedt om et nytt passord til kontoen din i Vestibule.'],
      button: 'Velg et nytt passord',
      below: [
        `Lenken virker én gang, innen ${duration(validHours)}.`,
        'Hvis det ikke var deg, trenger du ikke å gjøre noe: passordet ditt forblir som det er.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Logg inn til dine besøkende',
      above: ['Hei,', 'Bruk denne lenken for å logge inn og se dine besøkende.'],
      button: 'Logg inn',
      below: [
        `Lenken virker én gang, innen ${validMinutes} minutter.`,
        'Hvis du ikke har bedt om den, trenger du ikke å gjøre noe.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `De ansatte hos ${tenant} er ikke oppdatert`,
      above: [
        'Hei,',
        `De ansatte hos ${tenant} kunne ikke synkroniseres med katalogen ${times} ganger på rad. ${why[failure]}`,
        'Inntil videre blir de som de var. Besøkende kan fortsatt sjekkes inn.',
      ],
      button: 'Åpne leietakeren',
      below: ['Det prøves igjen hver natt. Du får ingen ny melding før det har lyktes.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} er frakoblet`,
      above: [
        'Hei,',
        `Kiosken ${kiosk} hos ${house} har ikke gitt livstegn siden ${date} kl. ${time}.`,
        'Kontroller at den har strøm og nett.',
      ],
      button: 'Åpne kioskene',
      below: ['Du får en ny melding når den er tilbake.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} er tilbake`,
      above: ['Hei,', `Kiosken ${kiosk} hos ${house} er på nett igjen, siden ${date} kl. ${time}.`],
      button: 'Åpne kioskene',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} er her for å besøke deg`,
      above: [
        `Hei ${host},`,
        `${visitor} (${visitorCompany}) ble sjekket inn kl. ${time} for å besøke deg hos ${tenant}.`,
      ],
      button: 'Svar',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} venter på ${facts.host}`,
      above: [`Hei ${recipient},`, noAnswer(facts)],
      button: 'Svar',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Din gjest ${visitor} (${visitorCompany}) har kommet til ${tenant}, kl. ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Velkommen til ${house}. Du er sjekket inn for å besøke ${host === null ? tenant : `${host}, ${tenant}`}, ${date} kl. ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi hos ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} venter deg hos ${house}. Vis denne koden når du kommer: ${link}`,
    delivery: ({ house, tenant, time }) => `En levering til ${tenant} venter ved inngangen til ${house}, kl. ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Katalogen svarte ikke.',
  consentRevoked: 'Katalogen slipper ikke lenger Vestibule inn. Koble til leietakeren på nytt.',
  secretExpired: 'Applikasjonens klienthemmelighet er utløpt. Koble til leietakeren på nytt med en ny.',
  groupNotFound: 'Gruppen finnes ikke lenger i katalogen.',
  serviceAccountRequired:
    'Kontoen som ble brukt, har ikke lenger lov til å lese katalogen. Koble til leietakeren på nytt.',
  tooManyRemovals: 'Mer enn 30 % av de ansatte ville blitt fjernet. Se over, og bekreft hvis det er riktig.',
  unexpected: 'Noe gikk galt hos oss.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dag' : `${hours / 24} dager`;
  return hours === 1 ? '1 time' : `${hours} timer`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` fra ${company}`);
  return `${host} har ikke svart. ${who} har ventet hos ${tenant} siden kl. ${time}.`;
}
