import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Guten Tag ${guest},`,
  subject: {
    invitation: (tenant) => `Einladung von ${tenant}`,
    invitationChanged: (tenant) => `Geänderte Einladung von ${tenant}`,
    invitationCanceled: (tenant) => `Abgesagte Einladung von ${tenant}`,
    invitationReminder: (tenant) => `Erinnerung: Besuch bei ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} lädt Sie ein: ${house}.`,
    invitationChanged: (who, house) => `Ihre Einladung wurde geändert: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Ihre Einladung wurde abgesagt: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} erwartet Sie morgen: ${house}.`,
  },
  until: (day) => `Wiederholt sich bis zum ${day}.`,
  was: (time) => `bisher ${time}`,
  othersStay: 'Ihre anderen Termine der Serie bleiben bestehen.',
  open: 'Besucherpass öffnen',
  privacy:
    'Wir verwenden Ihre E-Mail-Adresse nur für diese Einladung. Auf dem Besucherpass können Sie Ihre Daten ansehen und löschen.',
  label: {
    host: 'Gastgeber',
    where: 'Ort',
    note: 'Hinweis',
    code: 'Kein Telefon dabei? Geben Sie dies am Empfang ein:',
  },
  stillHere: {
    subject: (house) => `Sind Sie noch da: ${house}?`,
    sentence: (house, time) =>
      `Sie sind seit ${time} eingecheckt: ${house}. Teilen Sie uns mit, ob Sie noch da sind oder schon gegangen sind.`,
    button: 'Antworten',
  },
  declined: (guest) => `${guest} kann nicht kommen`,
  comes: (guest) => `${guest} kann doch kommen`,
  passCode: (code, house) => `${code} ist Ihr Code für Ihren Pass: ${house}. Er gilt 10 Minuten.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Sie sind zu Vestibule eingeladen' : `Sie sind eingeladen: ${organization}`,
      above: [
        'Guten Tag,',
        organization === null
          ? 'für Sie wurde ein Konto bei Vestibule angelegt.'
          : `für Sie wurde ein Konto bei Vestibule angelegt (${organization}).`,
        'Wählen Sie ein Passwort, um zu beginnen.',
      ],
      button: 'Passwort wählen',
      below: [
        `Der Link funktioniert einmal, innerhalb von ${duration(validHours)}.`,
        'Wenn Sie diese Nachricht nicht erwartet haben, brauchen Sie nichts zu tun.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Wählen Sie ein neues Passwort',
      above: ['Guten Tag,', 'für Ihr Konto bei Vestibule wurde ein neues Passwort angefordert.'],
      button: 'Neues Passwort wählen',
      below: [
        `Der Link funktioniert einmal, innerhalb von ${duration(validHours)}.`,
        'Wenn Sie das nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Anmelden bei Ihren Besuchen',
      above: ['Guten Tag,', 'mit diesem Link melden Sie sich an und sehen Ihre Besuche.'],
      button: 'Anmelden',
      below: [
        `Der Link funktioniert einmal, innerhalb von ${validMinutes} Minuten.`,
        'Wenn Sie ihn nicht angefordert haben, brauchen Sie nichts zu tun.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Die Mitarbeitenden von ${tenant} sind nicht aktuell`,
      above: [
        'Guten Tag,',
        `die Mitarbeitenden von ${tenant} konnten ${times}-mal in Folge nicht mit dem Verzeichnis abgeglichen werden. ${why[failure]}`,
        'Bis dahin bleiben sie, wie sie waren. Gäste können weiterhin angemeldet werden.',
      ],
      button: 'Mieter öffnen',
      below: [
        'Es wird jede Nacht erneut versucht. Sie erhalten erst wieder Nachricht, nachdem es einmal gelungen ist.',
      ],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Der Kiosk ${kiosk} ist offline`,
      above: [
        'Guten Tag,',
        `vom Kiosk ${kiosk} bei ${house} kam seit dem ${date}, ${time} Uhr, kein Lebenszeichen mehr.`,
        'Bitte sehen Sie nach, ob er Strom und Netz hat.',
      ],
      button: 'Kioske öffnen',
      below: ['Sie erhalten wieder Nachricht, wenn er zurück ist.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Der Kiosk ${kiosk} ist zurück`,
      above: ['Guten Tag,', `der Kiosk ${kiosk} bei ${house} ist seit dem ${date}, ${time} Uhr, wieder online.`],
      button: 'Kioske öffnen',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} ist da und möchte zu Ihnen`,
      above: [
        `Guten Tag ${host},`,
        `${visitor} (${visitorCompany}) wurde um ${time} Uhr für einen Besuch bei Ihnen angemeldet: ${tenant}.`,
      ],
      button: 'Antworten',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} wartet auf ${facts.host}`,
      above: [`Guten Tag ${recipient},`, noAnswer(facts)],
      button: 'Antworten',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Ihr Besuch ${visitor} (${visitorCompany}) ist angekommen: ${tenant}, ${time} Uhr.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Willkommen: ${house}. Sie sind angemeldet bei ${host === null ? tenant : `${host}, ${tenant}`}, ${date}, ${time} Uhr.`,
    wifi: ({ house, info }) => `WLAN, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} erwartet Sie: ${house}. Bitte zeigen Sie bei der Ankunft diesen Code: ${link}`,
    delivery: ({ house, tenant, time }) => `Eine Lieferung für ${tenant} wartet am Eingang: ${house}, ${time} Uhr.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Das Verzeichnis hat nicht geantwortet.',
  consentRevoked: 'Das Verzeichnis lässt Vestibule nicht mehr zu. Bitte verbinden Sie den Mieter neu.',
  secretExpired:
    'Der geheime Clientschlüssel der Anwendung ist abgelaufen. Bitte verbinden Sie den Mieter mit einem neuen.',
  groupNotFound: 'Die Gruppe ist nicht mehr im Verzeichnis.',
  serviceAccountRequired:
    'Das verwendete Konto darf das Verzeichnis nicht mehr lesen. Bitte verbinden Sie den Mieter neu.',
  tooManyRemovals:
    'Mehr als 30 % der Mitarbeitenden wären entfernt worden. Bitte sehen Sie nach und bestätigen Sie es, wenn es stimmt.',
  unexpected: 'Bei uns ist etwas schiefgegangen.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 Tag' : `${hours / 24} Tagen`;
  return hours === 1 ? '1 Stunde' : `${hours} Stunden`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` von ${company}`);
  return `${host} hat nicht geantwortet. ${who} wartet seit ${time} Uhr: ${tenant}.`;
}
