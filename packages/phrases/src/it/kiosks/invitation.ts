import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Digita il codice',
  scan: {
    title: 'Mostri il codice alla fotocamera',
    text: 'Il codice del messaggio registra l’ingresso, quello del badge l’uscita.',
    picture: 'Ciò che vede la fotocamera',
    refused: 'La fotocamera non è consentita per questa pagina nel browser.',
    absent: 'Nessuna fotocamera trovata, oppure la usa un’altra app.',
    unknown: 'Questo codice qui non è valido.',
    typeInstead: 'Digiti gli 8 caratteri sotto il codice QR, oppure usi il numero di telefono.',
    phoneInstead: 'Usi il numero di telefono.',
  },
  code: {
    title: 'Digiti il codice del Suo invito',
    text: 'È sotto il codice QR: 8 lettere e cifre.',
    label: 'Codice',
    short: 'Il codice ha 8 lettere e cifre.',
    offline: 'I codici digitati richiedono la rete, e il servizio non risponde. Mostri il codice QR.',
  },
  pass: {
    early: 'Il Suo invito non è ancora valido',
    late: 'Il Suo invito non è più valido',
    valid: 'Valido: {{period}}',
    without: 'Ingresso senza invito',
  },
  unusable: {
    passUnknown: 'Non conosciamo questo invito',
    passCanceled: 'Questo invito è stato annullato',
    passDeclined: 'Ha rifiutato questo invito',
    passUnchecked: 'Al momento non possiamo verificare l’invito',
  },
  next: {
    passUnknown: 'Lo confronti con il messaggio. Forse riguarda un altro edificio.',
    passCanceled: 'Se La aspettano comunque, si registri senza invito.',
    passDeclined: 'Se è venuto lo stesso, si registri senza invito.',
    passUnchecked: 'Il servizio non risponde, ma può registrarsi senza invito.',
  },
};
