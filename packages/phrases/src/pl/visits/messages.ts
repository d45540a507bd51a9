import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Dzień dobry, ${guest}!`,
  subject: {
    invitation: (tenant) => `Zaproszenie: ${tenant}`,
    invitationChanged: (tenant) => `Zmienione zaproszenie: ${tenant}`,
    invitationCanceled: (tenant) => `Odwołane zaproszenie: ${tenant}`,
    invitationReminder: (tenant) => `Przypomnienie o wizycie: ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} zaprasza: ${house}.`,
    invitationChanged: (who, house) => `Zaproszenie zostało zmienione: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Zaproszenie zostało odwołane: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} czeka na Ciebie jutro: ${house}.`,
  },
  until: (day) => `Powtarza się do ${day}.`,
  was: (time) => `wcześniej ${time}`,
  othersStay: 'Pozostałe terminy z serii pozostają bez zmian.',
  open: 'Otwórz przepustkę',
  privacy:
    'Używamy Twojego adresu e-mail tylko do tego zaproszenia. Na przepustce możesz zobaczyć i usunąć swoje dane.',
  label: { host: 'Gospodarz', where: 'Miejsce', note: 'Uwaga', code: 'Nie masz telefonu? Wpisz to w recepcji:' },
  stillHere: {
    subject: (house) => `Czy nadal tu jesteś: ${house}?`,
    sentence: (house, time) =>
      `Jesteś zameldowany od ${time}: ${house}. Powiedz nam, czy nadal tu jesteś, czy już nie.`,
    button: 'Odpowiedz',
  },
  declined: (guest) => `${guest} nie może przyjść`,
  comes: (guest) => `${guest} jednak może przyjść`,
  passCode: (code, house) => `${code} to kod do Twojej przepustki: ${house}. Działa przez 10 minut.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Zaproszenie do Vestibule' : `Zaproszenie: ${organization}`,
      above: [
        'Dzień dobry,',
        organization === null
          ? 'utworzono dla Państwa konto w Vestibule.'
          : `utworzono dla Państwa konto w Vestibule. Organizacja: ${organization}.`,
        'Aby rozpocząć, proszę wybrać hasło.',
      ],
      button: 'Wybierz hasło',
      below: [
        `Link działa jeden raz i jest ważny ${duration(validHours)}.`,
        'Jeśli nie spodziewali się Państwo tej wiadomości, nie trzeba nic robić.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Wybór nowego hasła',
      above: ['Dzień dobry,', 'ktoś poprosił o nowe hasło do Państwa konta w Vestibule.'],
      button: 'Wybierz nowe hasło',
      below: [
        `Link działa jeden raz i jest ważny ${duration(validHours)}.`,
        'Jeśli to nie Państwo, nie trzeba nic robić: hasło pozostaje bez zmian.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Logowanie do Państwa wizyt',
      above: ['Dzień dobry,', 'ten link umożliwia zalogowanie się i sprawdzenie, kto Państwa odwiedza.'],
      button: 'Zaloguj się',
      below: [
        `Link działa jeden raz i jest ważny ${validMinutes} minut.`,
        'Jeśli to nie Państwo o niego prosili, nie trzeba nic robić.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Dane pracowników są nieaktualne: ${tenant}`,
      above: [
        'Dzień dobry,',
        `nie udało się zsynchronizować pracowników z katalogiem; liczba nieudanych prób z rzędu: ${times} (${tenant}). ${why[failure]}`,
        'Do tego czasu dane pozostają bez zmian. Gości można nadal rejestrować.',
      ],
      button: 'Otwórz najemcę',
      below: ['Próba jest ponawiana każdej nocy. Kolejna wiadomość nie przyjdzie, dopóki synchronizacja się nie uda.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosk jest offline: ${kiosk}`,
      above: [
        'Dzień dobry,',
        `kiosk nie daje znaku życia od ${date}, godz. ${time}: ${kiosk} (${house}).`,
        'Proszę sprawdzić, czy ma zasilanie i sieć.',
      ],
      button: 'Otwórz kioski',
      below: ['Napiszemy ponownie, gdy kiosk wróci.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosk znów jest online: ${kiosk}`,
      above: ['Dzień dobry,', `kiosk znów jest online od ${date}, godz. ${time}: ${kiosk} (${house}).`],
      button: 'Otwórz kioski',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `Gość czeka: ${visitor}`,
      above: [
        `Dzień dobry, ${host},`,
        `o godz. ${time} zarejestrowano gościa, który przyszedł do Państwa: ${visitor} (${visitorCompany}). Miejsce: ${tenant}.`,
      ],
      button: 'Odpowiedz',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} czeka, brak odpowiedzi: ${facts.host}`,
      above: [`Dzień dobry, ${recipient},`, noAnswer(facts)],
      button: 'Odpowiedz',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Państwa gość jest na miejscu: ${visitor} (${visitorCompany}), ${tenant}, godz. ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Witamy: ${house}. Wizyta zarejestrowana ${date} o ${time}: ${host === null ? tenant : `${host}, ${tenant}`}.`,
    wifi: ({ house, info }) => `Wi-Fi, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} oczekuje Państwa: ${house}. Po przybyciu proszę pokazać ten kod: ${link}`,
    delivery: ({ house, tenant, time }) =>
      `Przesyłka czeka przy wejściu (${house}), godz. ${time}. Odbiorca: ${tenant}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Katalog nie odpowiedział.',
  consentRevoked: 'Katalog nie zezwala już Vestibule na dostęp. Proszę ponownie połączyć najemcę.',
  secretExpired: 'Klucz tajny klienta aplikacji wygasł. Proszę ponownie połączyć najemcę, podając nowy klucz.',
  groupNotFound: 'Grupy nie ma już w katalogu.',
  serviceAccountRequired: 'Użyte konto nie może już odczytywać katalogu. Proszę ponownie połączyć najemcę.',
  tooManyRemovals: 'Usunięto by ponad 30 % pracowników. Proszę to sprawdzić i potwierdzić, jeśli się zgadza.',
  unexpected: 'Po naszej stronie wystąpił błąd.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dzień' : `${hours / 24} dni`;
  if (hours === 1) return '1 godzinę';
  const isFew = [2, 3, 4].includes(hours % 10) && ![12, 13, 14].includes(hours % 100);
  return `${hours} ${isFew ? 'godziny' : 'godzin'}`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `Brak odpowiedzi: ${host}. ${who} czeka od godz. ${time}. Miejsce: ${tenant}.`;
}
