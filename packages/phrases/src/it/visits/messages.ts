import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Buongiorno ${guest},`,
  subject: {
    invitation: (tenant) => `Invito da ${tenant}`,
    invitationChanged: (tenant) => `Invito modificato da ${tenant}`,
    invitationCanceled: (tenant) => `Invito annullato da ${tenant}`,
    invitationReminder: (tenant) => `Promemoria: visita a ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} La invita: ${house}.`,
    invitationChanged: (who, house) => `Il Suo invito è stato modificato: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Il Suo invito è stato annullato: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} La aspetta domani: ${house}.`,
  },
  until: (day) => `Si ripete fino al ${day}.`,
  was: (time) => `prima ${time}`,
  othersStay: 'Le altre date della serie restano valide.',
  open: 'Apri il pass',
  privacy: 'Usiamo il Suo indirizzo e-mail solo per questo invito. Sul pass può vedere ed eliminare i Suoi dati.',
  label: { host: 'Ospitante', where: 'Luogo', note: 'Nota', code: 'Senza telefono? Digiti questo alla reception:' },
  stillHere: {
    subject: (house) => `È ancora presso ${house}?`,
    sentence: (house, time) => `Risulta presente presso ${house} dalle ${time}. Ci dica se è ancora qui o se è uscito.`,
    button: 'Rispondi',
  },
  declined: (guest) => `${guest} non può venire`,
  comes: (guest) => `${guest} può venire dopotutto`,
  passCode: (code, house) => `${code} è il codice per il Suo pass: ${house}. Vale 10 minuti.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Invito a Vestibule' : `Invito: ${organization}`,
      above: [
        'Buongiorno,',
        organization === null
          ? 'è stato creato per Lei un account Vestibule.'
          : `è stato creato per Lei un account Vestibule (${organization}).`,
        'Scelga una password per iniziare.',
      ],
      button: 'Scegli una password',
      below: [
        `Il link funziona una sola volta, entro ${duration(validHours)}.`,
        'Se non si aspettava questo messaggio, non deve fare nulla.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Scelga una nuova password',
      above: ['Buongiorno,', 'è stata richiesta una nuova password per il Suo account Vestibule.'],
      button: 'Scegli una nuova password',
      below: [
        `Il link funziona una sola volta, entro ${duration(validHours)}.`,
        'Se non è stato Lei, non deve fare nulla: la Sua password resta invariata.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Acceda per vedere i Suoi visitatori',
      above: ['Buongiorno,', 'usi questo link per accedere e vedere i Suoi visitatori.'],
      button: 'Accedi',
      below: [
        `Il link funziona una sola volta, entro ${validMinutes} minuti.`,
        'Se non lo ha richiesto Lei, non deve fare nulla.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `I dipendenti di ${tenant} non sono aggiornati`,
      above: [
        'Buongiorno,',
        `i dipendenti di ${tenant} non sono stati sincronizzati con la directory per ${times} volte di seguito. ${why[failure]}`,
        'Fino ad allora restano come erano. I visitatori possono comunque essere registrati.',
      ],
      button: 'Apri il locatario',
      below: ['Si riprova ogni notte. Non riceverà altri messaggi prima che un tentativo sia riuscito.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `La postazione ${kiosk} è offline`,
      above: [
        'Buongiorno,',
        `la postazione ${kiosk} (${house}) non dà segni di vita dal ${date} alle ${time}.`,
        'Verifichi che abbia corrente e rete.',
      ],
      button: 'Apri le postazioni',
      below: ['Riceverà un altro messaggio quando sarà tornata.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `La postazione ${kiosk} è di nuovo online`,
      above: ['Buongiorno,', `la postazione ${kiosk} (${house}) è di nuovo online dal ${date} alle ${time}.`],
      button: 'Apri le postazioni',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} è qui per Lei`,
      above: [
        `Buongiorno ${host},`,
        `alle ${time} è stato registrato l’arrivo di ${visitor} (${visitorCompany}), in visita da Lei presso ${tenant}.`,
      ],
      button: 'Rispondi',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} attende ${facts.host}`,
      above: [`Buongiorno ${recipient},`, noAnswer(facts)],
      button: 'Rispondi',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `La Sua visita è arrivata: ${visitor} (${visitorCompany}), presso ${tenant}, ore ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Le diamo il benvenuto presso ${house}. La Sua visita è registrata: ${host === null ? tenant : `${host}, ${tenant}`}, ${date} ore ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi presso ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} La attende presso ${house}. Mostri questo codice al Suo arrivo: ${link}`,
    delivery: ({ house, tenant, time }) => `Una consegna per ${tenant} attende all'ingresso: ${house}, ore ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'La directory non ha risposto.',
  consentRevoked: 'La directory non consente più l’accesso a Vestibule. Colleghi di nuovo il locatario.',
  secretExpired: 'Il segreto client dell’applicazione è scaduto. Colleghi di nuovo il locatario con un nuovo segreto.',
  groupNotFound: 'Il gruppo non è più nella directory.',
  serviceAccountRequired: 'L’account utilizzato non può più leggere la directory. Colleghi di nuovo il locatario.',
  tooManyRemovals: 'Sarebbe stato rimosso più del 30 % dei dipendenti. Controlli e confermi se è corretto.',
  unexpected: 'Si è verificato un errore da parte nostra.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 giorno' : `${hours / 24} giorni`;
  return hours === 1 ? '1 ora' : `${hours} ore`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} non ha risposto. ${who} attende dalle ${time} presso ${tenant}.`;
}
