import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Sveiki, ${guest},`,
  subject: {
    invitation: (tenant) => `Kvietimas: ${tenant}`,
    invitationChanged: (tenant) => `Pakeistas kvietimas: ${tenant}`,
    invitationCanceled: (tenant) => `Atšauktas kvietimas: ${tenant}`,
    invitationReminder: (tenant) => `Priminimas apie vizitą: ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} kviečia jus apsilankyti: ${house}.`,
    invitationChanged: (who, house) => `Jūsų kvietimas pakeistas: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Jūsų kvietimas atšauktas: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} laukia jūsų rytoj: ${house}.`,
  },
  until: (day) => `Kartojasi iki ${day}.`,
  was: (time) => `anksčiau ${time}`,
  othersStay: 'Kitos Jūsų serijos datos lieka galioti.',
  open: 'Atidaryti leidimą',
  privacy: 'Jūsų el. pašto adresą naudojame tik šiam kvietimui. Leidime galite peržiūrėti ir ištrinti savo duomenis.',
  label: {
    host: 'Priimantysis',
    where: 'Vieta',
    note: 'Pastaba',
    code: 'Neturite telefono? Įveskite tai registratūroje:',
  },
  stillHere: {
    subject: (house) => `Ar dar esate čia: ${house}?`,
    sentence: (house, time) =>
      `Esate užregistruoti nuo ${time}: ${house}. Pasakykite, ar dar esate čia, ar jau išėjote.`,
    button: 'Atsakyti',
  },
  declined: (guest) => `${guest} negali atvykti`,
  comes: (guest) => `${guest} vis dėlto gali atvykti`,
  passCode: (code, house) => `${code} yra jūsų leidimo kodas: ${house}. Jis galioja 10 minučių.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Kvietimas: Vestibule' : `Kvietimas: ${organization}`,
      above: [
        'Sveiki,',
        organization === null
          ? 'jums sukurta „Vestibule“ paskyra.'
          : `jums sukurta „Vestibule“ paskyra. Organizacija: ${organization}.`,
        'Norėdami pradėti, pasirinkite slaptažodį.',
      ],
      button: 'Pasirinkti slaptažodį',
      below: [
        `Nuoroda veikia vieną kartą ir galioja ${duration(validHours)}.`,
        'Jei šio pranešimo nesitikėjote, nieko daryti nereikia.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Pasirinkite naują slaptažodį',
      above: ['Sveiki,', 'jūsų „Vestibule“ paskyrai paprašyta naujo slaptažodžio.'],
      button: 'Pasirinkti naują slaptažodį',
      below: [
        `Nuoroda veikia vieną kartą ir galioja ${duration(validHours)}.`,
        'Jei tai buvote ne jūs, nieko daryti nereikia: jūsų slaptažodis nesikeičia.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Prisijunkite ir matykite savo lankytojus',
      above: ['Sveiki,', 'naudokite šią nuorodą, kad prisijungtumėte ir matytumėte savo lankytojus.'],
      button: 'Prisijungti',
      below: [
        `Nuoroda veikia vieną kartą ir galioja ${validMinutes} minučių.`,
        'Jei nuorodos neprašėte, nieko daryti nereikia.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Darbuotojų duomenys neatnaujinti: ${tenant}`,
      above: [
        'Sveiki,',
        `darbuotojų nepavyko sinchronizuoti su katalogu ${times} kartus iš eilės (${tenant}). ${why[failure]}`,
        'Iki tol duomenys lieka tokie, kokie buvo. Lankytojus vis tiek galima registruoti.',
      ],
      button: 'Atidaryti nuomininką',
      below: ['Kiekvieną naktį bandoma iš naujo. Naujo pranešimo negausite, kol tai nepavyks.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kioskas neprisijungęs: ${kiosk}`,
      above: [
        'Sveiki,',
        `apie kioską nieko negirdėti nuo ${date} ${time}: ${kiosk} (${house}).`,
        'Patikrinkite, ar jis turi maitinimą ir tinklą.',
      ],
      button: 'Atidaryti kioskus',
      below: ['Gausite naują pranešimą, kai jis vėl prisijungs.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kioskas vėl prisijungęs: ${kiosk}`,
      above: ['Sveiki,', `kioskas vėl prisijungęs nuo ${date} ${time}: ${kiosk} (${house}).`],
      button: 'Atidaryti kioskus',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `Jūsų laukia lankytojas: ${visitor}`,
      above: [
        `Sveiki, ${host},`,
        `pas jus atvyko ${visitor} (${visitorCompany}); apsilankymas užregistruotas ${time}. Vieta: ${tenant}.`,
      ],
      button: 'Atsakyti',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} laukia, ${facts.host} neatsakė`,
      above: [`Sveiki, ${recipient},`, noAnswer(facts)],
      button: 'Atsakyti',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Pas jus ${time} atvyko ${visitor} (${visitorCompany}): ${tenant}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Sveiki atvykę: ${house}. Jūsų apsilankymas užregistruotas ${date} ${time}: ${host === null ? tenant : `${host}, ${tenant}`}.`,
    wifi: ({ house, info }) => `Wi-Fi, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) => `${tenant} jūsų laukia: ${house}. Atvykę parodykite šį kodą: ${link}`,
    delivery: ({ house, tenant, time }) => `Siunta laukia prie įėjimo (${house}), ${time}. Gavėjas: ${tenant}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Katalogas neatsakė.',
  consentRevoked: 'Katalogas nebeleidžia „Vestibule“ prisijungti. Prijunkite nuomininką iš naujo.',
  secretExpired: 'Baigėsi programos kliento paslapties galiojimas. Prijunkite nuomininką iš naujo su nauja paslaptimi.',
  groupNotFound: 'Grupės kataloge nebėra.',
  serviceAccountRequired: 'Naudota paskyra nebegali skaityti katalogo. Prijunkite nuomininką iš naujo.',
  tooManyRemovals: 'Būtų pašalinta daugiau kaip 30 % darbuotojų. Patikrinkite ir patvirtinkite, jei tai teisinga.',
  unexpected: 'Mūsų pusėje įvyko klaida.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return count(hours / 24, ['dieną', 'dienas', 'dienų']);
  return count(hours, ['valandą', 'valandas', 'valandų']);
}

function count(number: number, [one, few, many]: readonly [string, string, string]): string {
  const isTeen = number % 100 > 10 && number % 100 < 20;
  if (isTeen || number % 10 === 0) return `${number} ${many}`;
  return `${number} ${number % 10 === 1 ? one : few}`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} neatsakė. ${who} laukia nuo ${time}: ${tenant}.`;
}
