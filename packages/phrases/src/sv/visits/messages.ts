import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hej ${guest},`,
  subject: {
    invitation: (tenant) => `Inbjudan från ${tenant}`,
    invitationChanged: (tenant) => `Ändrad inbjudan från ${tenant}`,
    invitationCanceled: (tenant) => `Inställd inbjudan från ${tenant}`,
    invitationReminder: (tenant) => `Påminnelse: besök hos ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} bjuder in dig till ${house}.`,
    invitationChanged: (who, house) => `Din inbjudan har ändrats: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Din inbjudan är inställd: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} väntar dig i morgon: ${house}.`,
  },
  until: (day) => `Upprepas till ${day}.`,
  was: (time) => `tidigare ${time}`,
  othersStay: 'Dina andra datum i serien gäller fortfarande.',
  open: 'Öppna besökskortet',
  privacy:
    'Vi använder din e-postadress bara för den här inbjudan. Du kan se och radera dina uppgifter på besökskortet.',
  label: {
    host: 'Värd',
    where: 'Plats',
    note: 'Anteckning',
    code: 'Ingen telefon med dig? Skriv detta i receptionen:',
  },
  stillHere: {
    subject: (house) => `Är du fortfarande hos ${house}?`,
    sentence: (house, time) =>
      `Du har varit incheckad hos ${house} sedan kl. ${time}. Tala om ifall du fortfarande är här eller har gått.`,
    button: 'Svara',
  },
  declined: (guest) => `${guest} kan inte komma`,
  comes: (guest) => `${guest} kan komma ändå`,
  passCode: (code, house) => `${code} är din kod för passet hos ${house}. Den gäller i 10 minuter.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Du är inbjuden till Vestibule' : `Du är inbjuden till ${organization}`,
      above: [
        'Hej,',
        organization === null
          ? 'Ett konto i Vestibule har skapats åt dig.'
          : `Ett konto i Vestibule har skapats åt dig hos ${organization}.`,
        'Välj ett lösenord för att komma igång.',
      ],
      button: 'Välj ett lösenord',
      below: [
        `Länken fungerar en gång, inom ${duration(validHours)}.`,
        'Om du inte väntade dig det här meddelandet behöver du inte göra något.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Välj ett nytt lösenord',
      above: ['Hej,', 'Någon har bett om ett nytt lösenord till ditt konto i Vestibule.'],
      button: 'Välj ett nytt lösenord',
      below: [
        `Länken fungerar en gång, inom ${duration(validHours)}.`,
        'Om det inte var du behöver du inte göra något: ditt lösenord förblir som det är.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Logga in till dina besökare',
      above: ['Hej,', 'Använd den här länken för att logga in och se dina besökare.'],
      button: 'Logga in',
      below: [
        `Länken fungerar en gång, inom ${validMinutes} minuter.`,
        'Om du inte har bett om den behöver du inte göra något.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `De anställda hos ${tenant} är inte uppdaterade`,
      above: [
        'Hej,',
        `De anställda hos ${tenant} kunde inte synkroniseras med katalogen ${times} gånger i rad. ${why[failure]}`,
        'Tills vidare förblir de som de var. Besökare kan fortfarande checkas in.',
      ],
      button: 'Öppna hyresgästen',
      below: ['Ett nytt försök görs varje natt. Du får inget nytt meddelande förrän det har lyckats.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} är offline`,
      above: [
        'Hej,',
        `Kiosken ${kiosk} hos ${house} har inte hörts av sedan ${date} kl. ${time}.`,
        'Kontrollera att den har ström och nätverk.',
      ],
      button: 'Öppna kioskerna',
      below: ['Du får ett nytt meddelande när den är tillbaka.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosken ${kiosk} är tillbaka`,
      above: ['Hej,', `Kiosken ${kiosk} hos ${house} är online igen, sedan ${date} kl. ${time}.`],
      button: 'Öppna kioskerna',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} är här för att besöka dig`,
      above: [
        `Hej ${host},`,
        `${visitor} (${visitorCompany}) checkades in kl. ${time} för att besöka dig hos ${tenant}.`,
      ],
      button: 'Svara',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} väntar på ${facts.host}`,
      above: [`Hej ${recipient},`, noAnswer(facts)],
      button: 'Svara',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Din besökare ${visitor} (${visitorCompany}) har kommit till ${tenant}, kl. ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Välkommen till ${house}. Du är incheckad för att besöka ${host === null ? tenant : `${host}, ${tenant}`}, ${date} kl. ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi hos ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} väntar dig hos ${house}. Visa den här koden när du kommer: ${link}`,
    delivery: ({ house, tenant, time }) => `En leverans till ${tenant} väntar vid entrén till ${house}, kl. ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Katalogen svarade inte.',
  consentRevoked: 'Katalogen släpper inte längre in Vestibule. Anslut hyresgästen på nytt.',
  secretExpired: 'Programmets klienthemlighet har gått ut. Anslut hyresgästen på nytt med en ny.',
  groupNotFound: 'Gruppen finns inte längre i katalogen.',
  serviceAccountRequired: 'Kontot som användes får inte längre läsa katalogen. Anslut hyresgästen på nytt.',
  tooManyRemovals: 'Mer än 30 % av de anställda skulle ha tagits bort. Se efter, och bekräfta om det stämmer.',
  unexpected: 'Något gick fel hos oss.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dag' : `${hours / 24} dagar`;
  return hours === 1 ? '1 timme' : `${hours} timmar`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` från ${company}`);
  return `${host} har inte svarat. ${who} har väntat hos ${tenant} sedan kl. ${time}.`;
}
