import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Labdien, ${guest}!`,
  subject: {
    invitation: (tenant) => `Ielūgums: ${tenant}`,
    invitationChanged: (tenant) => `Mainīts ielūgums: ${tenant}`,
    invitationCanceled: (tenant) => `Atcelts ielūgums: ${tenant}`,
    invitationReminder: (tenant) => `Atgādinājums par apmeklējumu: ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} aicina jūs ciemos: ${house}.`,
    invitationChanged: (who, house) => `Jūsu ielūgums ir mainīts: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Jūsu ielūgums ir atcelts: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} gaida jūs rīt: ${house}.`,
  },
  until: (day) => `Atkārtojas līdz ${day}.`,
  was: (time) => `iepriekš ${time}`,
  othersStay: 'Pārējie jūsu datumi šajā sērijā paliek spēkā.',
  open: 'Atvērt caurlaidi',
  privacy: 'Jūsu e-pasta adresi izmantojam tikai šim uzaicinājumam. Caurlaidē varat apskatīt un dzēst savus datus.',
  label: { host: 'Uzņēmējs', where: 'Vieta', note: 'Piezīme', code: 'Nav līdzi tālruņa? Ievadiet šo reģistratūrā:' },
  stillHere: {
    subject: (house) => `Vai jūs vēl esat šeit: ${house}?`,
    sentence: (house, time) =>
      `Jūs esat reģistrēts kopš ${time}: ${house}. Pasakiet, vai jūs vēl esat šeit vai esat aizgājis.`,
    button: 'Atbildēt',
  },
  declined: (guest) => `${guest} nevar ierasties`,
  comes: (guest) => `${guest} tomēr var ierasties`,
  passCode: (code, house) => `${code} ir jūsu caurlaides kods: ${house}. Tas derīgs 10 minūtes.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Uzaicinājums: Vestibule' : `Uzaicinājums: ${organization}`,
      above: [
        'Labdien!',
        organization === null
          ? 'Jums ir izveidots Vestibule konts.'
          : `Jums ir izveidots Vestibule konts. Organizācija: ${organization}.`,
        'Lai sāktu, izvēlieties paroli.',
      ],
      button: 'Izvēlēties paroli',
      below: [
        `Saite darbojas vienu reizi un ir derīga ${duration(validHours)}.`,
        'Ja šo ziņu negaidījāt, jums nekas nav jādara.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Izvēlieties jaunu paroli',
      above: ['Labdien!', 'Jūsu Vestibule kontam ir pieprasīta jauna parole.'],
      button: 'Izvēlēties jaunu paroli',
      below: [
        `Saite darbojas vienu reizi un ir derīga ${duration(validHours)}.`,
        'Ja tas nebijāt jūs, jums nekas nav jādara: jūsu parole paliek nemainīga.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Pierakstieties, lai redzētu savus apmeklētājus',
      above: ['Labdien!', 'Izmantojiet šo saiti, lai pierakstītos un redzētu savus apmeklētājus.'],
      button: 'Pierakstīties',
      below: [
        `Saite darbojas vienu reizi un ir derīga ${validMinutes} minūtes.`,
        'Ja saiti nepieprasījāt, jums nekas nav jādara.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Darbinieku dati nav atjaunināti: ${tenant}`,
      above: [
        'Labdien!',
        `Darbiniekus neizdevās sinhronizēt ar direktoriju ${times} reizes pēc kārtas (${tenant}). ${why[failure]}`,
        'Līdz tam dati paliek nemainīgi. Apmeklētājus joprojām var reģistrēt.',
      ],
      button: 'Atvērt nomnieku',
      below: ['Katru nakti tiek mēģināts vēlreiz. Jaunu ziņu nesaņemsiet, kamēr tas nebūs izdevies.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosks ir bezsaistē: ${kiosk}`,
      above: [
        'Labdien!',
        `Par kiosku nav ziņu kopš ${date} plkst. ${time}: ${kiosk} (${house}).`,
        'Lūdzu, pārbaudiet, vai tam ir strāva un tīkls.',
      ],
      button: 'Atvērt kioskus',
      below: ['Jūs saņemsiet ziņu, kad tas atkal būs tiešsaistē.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `Kiosks atkal ir tiešsaistē: ${kiosk}`,
      above: ['Labdien!', `Kiosks atkal ir tiešsaistē kopš ${date} plkst. ${time}: ${kiosk} (${house}).`],
      button: 'Atvērt kioskus',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `Pie jums ir apmeklētājs: ${visitor}`,
      above: [
        `Labdien, ${host}!`,
        `Apmeklējums pie jums reģistrēts plkst. ${time}: ${visitor} (${visitorCompany}). Vieta: ${tenant}.`,
      ],
      button: 'Atbildēt',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} gaida, nav atbildes: ${facts.host}`,
      above: [`Labdien, ${recipient}!`, noAnswer(facts)],
      button: 'Atbildēt',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Pie jums plkst. ${time} ieradies apmeklētājs: ${visitor} (${visitorCompany}), ${tenant}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Laipni lūdzam: ${house}. Jūsu apmeklējums reģistrēts ${date} plkst. ${time}: ${host === null ? tenant : `${host}, ${tenant}`}.`,
    wifi: ({ house, info }) => `Wi-Fi, ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) => `${tenant} jūs gaida: ${house}. Ierodoties uzrādiet šo kodu: ${link}`,
    delivery: ({ house, tenant, time }) => `Piegāde gaida pie ieejas (${house}), plkst. ${time}. Saņēmējs: ${tenant}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'Direktorija neatbildēja.',
  consentRevoked: 'Direktorija vairs neļauj Vestibule tai piekļūt. Lūdzu, savienojiet nomnieku no jauna.',
  secretExpired:
    'Lietotnes klienta noslēpuma derīguma termiņš ir beidzies. Lūdzu, savienojiet nomnieku no jauna ar jaunu noslēpumu.',
  groupNotFound: 'Grupas direktorijā vairs nav.',
  serviceAccountRequired: 'Izmantotais konts vairs nedrīkst lasīt direktoriju. Lūdzu, savienojiet nomnieku no jauna.',
  tooManyRemovals: 'Tiktu noņemti vairāk nekā 30 % darbinieku. Lūdzu, pārbaudiet un apstipriniet, ja tas ir pareizi.',
  unexpected: 'Mūsu pusē radās kļūda.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return `${hours / 24} ${endsInOne(hours / 24) ? 'dienu' : 'dienas'}`;
  return `${hours} ${endsInOne(hours) ? 'stundu' : 'stundas'}`;
}

function endsInOne(count: number): boolean {
  return count % 10 === 1 && count % 100 !== 11;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `Nav atbildes: ${host}. ${who} gaida kopš plkst. ${time}. Vieta: ${tenant}.`;
}
