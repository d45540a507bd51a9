import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hej ${guest},`,
  subject: {
    invitation: (tenant) => `Invitation fra ${tenant}`,
    invitationChanged: (tenant) => `Ændret invitation fra ${tenant}`,
    invitationCanceled: (tenant) => `Aflyst invitation fra ${tenant}`,
    invitationReminder: (tenant) => `Påmindelse: besøg hos ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} inviterer dig til ${house}.`,
    invitationChanged: (who, house) => `Din invitation er ændret: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Din invitation er aflyst: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} venter dig i morgen: ${house}.`,
  },
  until: (day) => `Gentages indtil ${day}.`,
  was: (time) => `tidligere ${time}`,
  othersStay: 'Dine andre datoer i serien gælder stadig.',
  open: 'Åbn dit besøgskort',
  privacy:
    'Vi bruger kun din e-mailadresse til denne invitation. Du kan se og slette dine oplysninger på besøgskortet.',
  label: { host: 'Vært', where: 'Sted', note: 'Bemærkning', code: 'Ingen telefon med? Indtast dette i receptionen:' },
  stillHere: {
    subject: (house) => `Er du stadig hos ${house}?`,
    sentence: (house, time) =>
      `Du har været tjekket ind hos ${house} siden kl. ${time}. Fortæl os, om du stadig er her eller er gået.`,
    button: 'Svar',
  },
  declined: (guest) => `${guest} kan ikke komme`,
  comes: (guest) => `${guest} kan komme alligevel`,
  passCode: (code, house) => `${code} er din kode til passet hos ${house}. Den virker i 10 minutter.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Du er inviteret til Vestibule' : `Du er inviteret til ${organization}`,
      above: [
        'Hej,',
        organization === null
          ? 'Der er oprettet en konto til dig i Vestibule.'
          : `Der er oprettet en konto til dig i Vestibule hos ${organization}.`,
        'Vælg en adgangskode for at komme i gang.',
      ],
      button: 'Vælg en adgangskode',
      below: [
        `Linket virker én gang, inden for ${duration(validHours)}.`,
        'Hvis du ikke ventede denne besked, behøver du ikke gøre noget.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Vælg en ny adgangskode',
      above: ['Hej,', 'Nogen har bedt om en ny adgangskode til din konto i Vestibule.'],
      button: 'Vælg en ny adgangskode',
      below: [
        `Linket virker én gang, inden for ${duration(validHours)}.`,
        'Hvis det ikke var dig, behøver du ikke gøre noget: din adgangskode forbliver, som den er.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Log ind på dine besøgende',
      above: ['Hej,', 'Brug dette link til at logge ind og se dine besøgende.'],
      button: 'Log ind',
      below: [
        `Linket virker én gang, inden for ${validMinutes} minutter.`,
        'Hvis du ikke har bedt om det, behøver du ikke gøre noget.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Medarbejderne hos ${tenant} er ikke opdateret`,
      above: [
        'Hej,',
        `Medarbejderne hos ${tenant} kunne ikke synkroniseres med kataloget ${times} gange i træk. ${why[failure]}`,
        'Indtil videre bliver de, som de var. Besøgende kan stadig tjekkes ind.',
      ],
      button: 'Åbn lejeren',
      below: ['Der prøves igen hver nat. Du får ingen ny besked, før det er lykkedes.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} er offline`,
      above: [
        'Hej,',
        `Kiosken ${kiosk} hos ${house} har ikke givet livstegn siden ${date} kl. ${time}.`,
        'Se efter, om den har strøm og netværk.',
      ],
      button: 'Åbn kioskerne',
      below: ['Du får besked igen, når den er tilbage.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} er tilbage`,
      above: ['Hej,', `Kiosken ${kiosk} hos ${house} er online igen, siden ${date} kl. ${time}.`],
      button: 'Åbn kioskerne',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} er her for at besøge dig`,
      above: [
        `Hej ${host},`,
        `${visitor} (${visitorCompany}) blev tjekket ind kl. ${time} for at besøge dig hos ${tenant}.`,
      ],
      button: 'Svar',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} venter på ${facts.host}`,
      above: [`Hej ${recipient},`, noAnswer(facts)],
      button: 'Svar',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Din gæst ${visitor} (${visitorCompany}) er ankommet til ${tenant}, kl. ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Velkommen til ${house}. Du er tjekket ind for at besøge ${host === null ? tenant : `${host}, ${tenant}`}, ${date} kl. ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi hos ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} venter dig hos ${house}. Vis denne kode, når du kommer: ${link}`,
    delivery: ({ house, tenant, time }) => `En levering til ${tenant} venter ved indgangen til ${house}, kl. ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Kataloget svarede ikke.',
  consentRevoked: 'Kataloget giver ikke længere Vestibule adgang. Forbind lejeren igen.',
  secretExpired: 'Applikationens klienthemmelighed er udløbet. Forbind lejeren igen med en ny.',
  groupNotFound: 'Gruppen findes ikke længere i kataloget.',
  serviceAccountRequired: 'Den konto, der blev brugt, må ikke længere læse kataloget. Forbind lejeren igen.',
  tooManyRemovals: 'Mere end 30 % af medarbejderne ville blive fjernet. Se det efter, og bekræft, hvis det er rigtigt.',
  unexpected: 'Noget gik galt hos os.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dag' : `${hours / 24} dage`;
  return hours === 1 ? '1 time' : `${hours} timer`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` fra ${company}`);
  return `${host} har ikke svaret. ${who} har ventet hos ${tenant} siden kl. ${time}.`;
}
