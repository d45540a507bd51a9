import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Inserisca la chiave di licenza',
    text: 'È nella console, sotto Licenses: 25 lettere e cifre in gruppi di cinque.',
    label: 'Chiave di licenza',
    activate: 'Attiva',
    licenseNotFound: 'Questa chiave non esiste. La confronti con quella della console.',
    licenseInUse: 'Un altro dispositivo usa questa chiave. Lo scolleghi nella console, oppure usi un’altra chiave.',
  },

  menu: {
    title: 'Questa postazione',
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
    deprovisionText: 'Sparisce dalla console, e la sua licenza può essere usata da un altro dispositivo.',
    deprovisionLocked: 'Questa postazione non ha una password delle impostazioni. Si può rimuovere solo nella console.',
    deprovisionWaiting: 'Ci sono visite in attesa di invio. Andrebbero perse.',
    unlock: 'Apri',
    password: 'Password delle impostazioni',
    passwordIncorrect: 'Questa non è la password delle impostazioni.',
    passwordTooOften: 'Troppi tentativi. Riprovi tra un’ora.',
    passwordAway: 'Senza rete non è possibile controllare la password. Controlli la rete di questa postazione.',
    remove: 'Rimuovi',
  },
};
