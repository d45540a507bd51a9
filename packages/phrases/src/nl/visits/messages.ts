import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hallo ${guest},`,
  subject: {
    invitation: (tenant) => `Uitnodiging van ${tenant}`,
    invitationChanged: (tenant) => `Gewijzigde uitnodiging van ${tenant}`,
    invitationCanceled: (tenant) => `Geannuleerde uitnodiging van ${tenant}`,
    invitationReminder: (tenant) => `Herinnering: bezoek aan ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} nodigt u uit: ${house}.`,
    invitationChanged: (who, house) => `Uw uitnodiging is gewijzigd: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Uw uitnodiging is geannuleerd: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} verwacht u morgen: ${house}.`,
  },
  until: (day) => `Wordt herhaald tot en met ${day}.`,
  was: (time) => `was ${time}`,
  othersStay: 'Uw andere data in deze reeks blijven staan.',
  open: 'Bezoekerspas openen',
  privacy:
    'We gebruiken uw e-mailadres alleen voor deze uitnodiging. Op uw bezoekerspas kunt u uw gegevens bekijken en verwijderen.',
  label: {
    host: 'Gastheer of -vrouw',
    where: 'Waar',
    note: 'Opmerking',
    code: 'Geen telefoon bij u? Typ dit bij de receptie:',
  },
  stillHere: {
    subject: (house) => `Bent u nog bij ${house}?`,
    sentence: (house, time) =>
      `U bent sinds ${time} ingecheckt bij ${house}. Laat ons weten of u er nog bent of bent vertrokken.`,
    button: 'Antwoorden',
  },
  declined: (guest) => `${guest} kan niet komen`,
  comes: (guest) => `${guest} kan toch komen`,
  passCode: (code, house) => `${code} is uw code voor uw pas bij ${house}. De code werkt 10 minuten.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'U bent uitgenodigd voor Vestibule' : `U bent uitgenodigd voor ${organization}`,
      above: [
        'Hallo,',
        organization === null
          ? 'Er is een account bij Vestibule voor u aangemaakt.'
          : `Er is een account bij Vestibule voor u aangemaakt bij ${organization}.`,
        'Kies een wachtwoord om te beginnen.',
      ],
      button: 'Wachtwoord kiezen',
      below: [
        `De link werkt één keer, binnen ${duration(validHours)}.`,
        'Als u dit bericht niet verwachtte, hoeft u niets te doen.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Kies een nieuw wachtwoord',
      above: ['Hallo,', 'Iemand heeft een nieuw wachtwoord voor uw account bij Vestibule aangevraagd.'],
      button: 'Nieuw wachtwoord kiezen',
      below: [
        `De link werkt één keer, binnen ${duration(validHours)}.`,
        'Als u dat niet was, hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Aanmelden voor uw bezoekers',
      above: ['Hallo,', 'Gebruik deze link om u aan te melden en uw bezoekers te zien.'],
      button: 'Aanmelden',
      below: [
        `De link werkt één keer, binnen ${validMinutes} minuten.`,
        'Als u hier niet om hebt gevraagd, hoeft u niets te doen.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `De medewerkers van ${tenant} zijn niet bijgewerkt`,
      above: [
        'Hallo,',
        `De medewerkers van ${tenant} konden ${times} keer achter elkaar niet met de directory worden gesynchroniseerd. ${why[failure]}`,
        'Tot die tijd blijven ze zoals ze waren. Bezoekers kunnen nog steeds worden ingecheckt.',
      ],
      button: 'Huurder openen',
      below: ['Elke nacht volgt een nieuwe poging. U krijgt pas weer bericht nadat het een keer is gelukt.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `De kiosk ${kiosk} is offline`,
      above: [
        'Hallo,',
        `Van de kiosk ${kiosk} bij ${house} is sinds ${date} om ${time} niets meer vernomen.`,
        'Controleer of hij stroom en een netwerk heeft.',
      ],
      button: 'Kiosken openen',
      below: ['U krijgt weer bericht wanneer hij terug is.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `De kiosk ${kiosk} is terug`,
      above: ['Hallo,', `De kiosk ${kiosk} bij ${house} is weer online, sinds ${date} om ${time}.`],
      button: 'Kiosken openen',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} is er om u te bezoeken`,
      above: [
        `Hallo ${host},`,
        `${visitor} (${visitorCompany}) is om ${time} ingecheckt om u te bezoeken bij ${tenant}.`,
      ],
      button: 'Antwoorden',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} wacht op ${facts.host}`,
      above: [`Hallo ${recipient},`, noAnswer(facts)],
      button: 'Antwoorden',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Uw bezoeker ${visitor} (${visitorCompany}) is aangekomen bij ${tenant}, ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Welkom bij ${house}. U bent ingecheckt voor een bezoek aan ${host === null ? tenant : `${host}, ${tenant}`}, ${date} ${time}.`,
    wifi: ({ house, info }) => `Wifi bij ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} verwacht u bij ${house}. Toon deze code bij aankomst: ${link}`,
    delivery: ({ house, tenant, time }) =>
      `Een levering voor ${tenant} staat klaar bij de ingang van ${house}, ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'De directory antwoordde niet.',
  consentRevoked: 'De directory laat Vestibule niet meer toe. Verbind de huurder opnieuw.',
  secretExpired: 'Het clientgeheim van de toepassing is verlopen. Verbind de huurder opnieuw met een nieuw geheim.',
  groupNotFound: 'De groep staat niet meer in de directory.',
  serviceAccountRequired: 'Het gebruikte account mag de directory niet meer lezen. Verbind de huurder opnieuw.',
  tooManyRemovals: 'Meer dan 30 % van de medewerkers zou zijn verwijderd. Kijk het na en bevestig als het klopt.',
  unexpected: 'Er ging bij ons iets mis.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dag' : `${hours / 24} dagen`;
  return `${hours} uur`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` van ${company}`);
  return `${host} heeft niet geantwoord. ${who} wacht sinds ${time} bij ${tenant}.`;
}
