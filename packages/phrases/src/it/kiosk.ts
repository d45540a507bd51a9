import type { KioskTexts } from '../en/kiosk.ts';
import { plural } from '../plural.ts';

export const kiosk: KioskTexts = {
  back: 'Indietro',
  startOver: 'Ricomincia',
  next: 'Avanti',
  close: 'Chiudi',
  search: 'Cerca',
  language: 'Lingua',
  chooseLanguage: 'Scelga una lingua',
  progress: 'Domanda {{number}} di {{count}}',
  noNetwork: 'Rete assente. Può continuare comunque.',
  clock: 'L’orologio di questa postazione è sbagliato. Impostare data e ora.',
  waiting: 'Rete assente. In attesa di invio: {{count}}',

  welcome: {
    title: 'Benvenuti: {{company}}',
    checkIn: 'Ingresso',
    checkOut: 'Uscita',
    delivery: 'Consegna',
    scan: 'Oppure mostri al lettore il codice del badge o del messaggio.',
  },
  closed: {
    title: 'Siamo chiusi',
    text: 'Qui può registrare l’ingresso dalle {{from}} alle {{to}}.',
  },

  phone: {
    title: 'Qual è il Suo numero di telefono?',
    titleOut: 'Registri l’uscita con il numero di telefono',
    label: 'Numero di telefono',
    country: 'Paese',
    chooseCountry: 'Scelga un Paese',
    erase: 'Cancella',
    scan: 'Oppure mostri al lettore il codice del badge.',
  },
  scan: {
    open: 'Leggi un codice',
    title: 'Mostri il codice alla fotocamera',
    text: 'Il codice del messaggio registra l’ingresso, quello del badge l’uscita.',
    picture: 'Ciò che vede la fotocamera',
    refused:
      'La fotocamera non è consentita. La consenta per questa pagina nel browser, oppure usi il numero di telefono.',
    absent: 'Nessuna fotocamera trovata, oppure la usa un’altra app. Usi il numero di telefono.',
    unknown: 'Questo codice qui non è valido. Usi il numero di telefono.',
  },
  name: {
    title: 'Come si chiama?',
    label: 'Nome',
  },
  company: {
    title: 'Da quale azienda viene?',
    label: 'Azienda',
  },
  tenant: {
    title: 'Chi viene a trovare?',
    titleKnown: 'È un piacere rivederLa, {{name}}. Chi viene a trovare?',
    label: 'Una persona o un’azienda, da tre lettere',
    none: 'Nessun nome corrisponde. Provi un’altra grafia.',
    notYou: 'Non sono {{name}}',
    at: 'presso {{tenant}}',
  },
  employee: {
    title: 'Chi viene a trovare presso {{tenant}}?',
    label: 'Una persona, da tre lettere',
    nobody: 'Nessuno in particolare',
  },
  consent: {
    title: 'I Suoi dati',
    text: '{{tenant}} conserva il Suo nome, la Sua azienda e il Suo numero di telefono per sapere chi è nell’edificio. Vengono cancellati quando non servono più. Può chiedere in ogni momento alla reception di cancellarli.',
    agree: 'Acconsento',
    decline: 'Non acconsento',
    declined: 'Non è stato conservato nulla. Si rivolga alla reception.',
  },
  remember: {
    title: 'Vuole che ci ricordiamo di Lei?',
    text: 'Alla prossima visita troverà nome e azienda già compilati.',
    yes: 'Sì, grazie',
    no: 'No, grazie',
  },
  badges: {
    title: 'Le serve un badge?',
    visitor: 'Stampa un badge',
    parking: 'Stampa un pass per il parcheggio',
    both: 'Stampa entrambi',
    none: 'No, grazie',
  },
  sending: 'Un momento',

  done: {
    title: 'Ingresso registrato: {{name}}',
    toldBySms: '{{host}} ha ricevuto un SMS.',
    toldByEmail: '{{host}} ha ricevuto un’e-mail.',
    toldByBoth: '{{host}} ha ricevuto un SMS e un’e-mail.',
    notTold: 'Si accomodi, oppure si rivolga alla reception.',
    later: 'La rete è assente. {{host}} riceverà l’avviso appena torna.',
    laterBadge: 'Ora non è possibile stampare il badge. Si rivolga alla reception.',
    printing: 'Prenda il badge. Se non esce, lo stampi di nuovo o si rivolga alla reception.',
    again: 'Stampa di nuovo',
    close: 'Fine',
  },
  gone: {
    title: 'Arrivederci, {{name}}',
    titleLater: 'Arrivederci',
    text: 'L’uscita è registrata. Grazie della visita.',
  },
  delivery: {
    title: 'Per chi è la consegna?',
    told: '{{tenant}} è stato avvisato',
    text: 'Qualcuno verrà a ritirarla.',
  },
  idle: {
    title: 'È ancora qui?',
    text: plural({
      one: 'Tra {{count}} secondo verrà cancellato tutto.',
      other: 'Tra {{count}} secondi verrà cancellato tutto.',
    }),
    stay: 'Sono ancora qui',
  },

  problem: {
    title: 'Non è riuscito',
    retry: 'Riprova',
    visitorIsAlreadyCheckedIn:
      'Con questo numero è già registrato un ingresso. Registri prima l’uscita, oppure si rivolga alla reception.',
    visitorIsNotCheckedIn: 'Non risulta alcun Suo ingresso: non deve fare nulla.',
    visitNotFound:
      'Non risulta alcun ingresso con questo numero o codice. Lo controlli, oppure si rivolga alla reception.',
    invalidPhone: 'Questo non è un numero di telefono. Lo controlli.',
    noDeliveryPhones: 'Qui non si può avvisare nessuno delle consegne. Si rivolga alla reception.',
    tooManyRequests: 'Troppi tentativi. Attenda un minuto e riprovi.',
    network: 'La rete è assente. Riprovi, oppure si rivolga alla reception.',
    full: 'La rete è assente e manca lo spazio per conservare la visita. Riprovi, oppure si rivolga alla reception.',
    other: 'Qualcosa non ha funzionato. Riprovi, oppure si rivolga alla reception.',
  },

  enrolment: {
    title: 'Configurare questa postazione',
    text: 'Nella console apra Kiosks, scelga Enroll e digiti questo codice. Lo schermo prosegue da solo.',
    waiting: 'Richiesta di un codice',
    qr: 'Il codice come codice QR',
    away: 'Il server non è raggiungibile. Controlli la rete; si prosegue da soli.',
    slow: 'Il server chiede di attendere. Si prosegue da soli.',
    renewed: 'Il codice precedente non è più valido. Questo è nuovo.',
    ended: 'Questa postazione è stata rimossa dalla console. La registri di nuovo con questo codice.',
  },
  licence: {
    title: 'Inserisca la chiave di licenza',
    text: 'È nella console, sotto Licences: 25 lettere e cifre in gruppi di cinque.',
    label: 'Chiave di licenza',
    activate: 'Attiva',
    licenseNotFound: 'Questa chiave non esiste. La confronti con quella della console.',
    licenseInUse: 'Un altro dispositivo usa questa chiave. Lo scolleghi nella console, oppure usi un’altra chiave.',
  },
  away: {
    title: 'Il server non è raggiungibile',
    text: 'Controlli la rete di questa postazione. Riprova da sola.',
  },
  unsafe: {
    title: 'Questo indirizzo non è sicuro',
    text: 'Apra la postazione a un indirizzo che inizia con https, per proteggere ciò che scrivono i visitatori.',
  },
  storage: {
    title: 'Questa postazione non può conservare nulla',
    text: 'Liberi spazio sul dispositivo e consenta al browser di conservare dati. Poi riavvii.',
  },
  misfit: {
    title: 'L’app non è adatta al server',
    text: 'Uno dei due è più vecchio. La postazione cerca da sola l’aggiornamento. Se resta così, avvisi chi gestisce il server.',
  },
  restarting: 'La postazione si riavvia',
  crash: {
    title: 'Qualcosa non ha funzionato',
    text: 'Ciò che attendeva l’invio è conservato.',
    restart: 'Riavvia',
  },

  menu: {
    title: 'Questa postazione',
    open: 'Impostazioni di questa postazione',
    name: 'Nome',
    code: 'Codice',
    version: 'Versione dell’app',
    settings: 'Versione delle impostazioni',
    queue: 'Visite in attesa di invio',
    oldest: 'In attesa da più tempo',
    connection: 'Connessione',
    connected: 'Connessa',
    notConnected: 'Non connessa',
    test: 'Prova la connessione',
    tested: 'Il server ha risposto in {{count}} ms.',
    failed: 'Il server non ha risposto.',
    print: 'Stampa una pagina di prova',
    testPage: 'La stampante di questa postazione funziona.',
    printHelp:
      'Nessuna pagina? Controlli che la stampante sia accesa, abbia carta e sia quella predefinita del dispositivo.',
    deprovision: 'Rimuovi questa postazione',
    deprovisionText:
      'Sparisce dalla console, e la sua licenza può essere usata da un altro dispositivo. Serve la password delle impostazioni.',
    deprovisionWaiting: 'Ci sono visite in attesa di invio. Andrebbero perse.',
    unlock: 'Apri',
    password: 'Password delle impostazioni',
    passwordIncorrect: 'Questa non è la password delle impostazioni.',
    passwordTooOften: 'Troppi tentativi. Riprovi tra un’ora.',
    passwordAway: 'Senza rete non è possibile controllare la password.',
    remove: 'Rimuovi',
  },
};
