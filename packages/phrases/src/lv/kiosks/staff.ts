import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Ievadiet licences atslēgu',
    text: 'Tā ir konsolē sadaļā Licenses: 25 burti un cipari grupās pa pieciem.',
    label: 'Licences atslēga',
    activate: 'Aktivizēt',
    licenseNotFound: 'Šādas atslēgas nav. Salīdziniet to ar konsolē esošo.',
    licenseInUse: 'Šo atslēgu izmanto cita ierīce. Atvienojiet to konsolē vai izmantojiet citu atslēgu.',
  },

  menu: {
    title: 'Šis kiosks',
    name: 'Nosaukums',
    code: 'Kods',
    version: 'Lietotnes versija',
    settings: 'Iestatījumu versija',
    queue: 'Apmeklējumi, kas gaida nosūtīšanu',
    oldest: 'Gaida visilgāk',
    connection: 'Savienojums',
    connected: 'Ir savienojums',
    notConnected: 'Nav savienojuma',
    test: 'Pārbaudīt savienojumu',
    tested: 'Serveris atbildēja pēc {{count}} ms.',
    failed: 'Serveris neatbildēja.',
    print: 'Drukāt pārbaudes lapu',
    testPage: 'Šī kioska printeris darbojas.',
    printHelp:
      'Lapas nav? Pārbaudiet, vai printeris ir ieslēgts, tajā ir papīrs un tas ir ierīces noklusējuma printeris.',
    deprovision: 'Noņemt šo kiosku',
    deprovisionText: 'Tas pazudīs no konsoles, un tā licenci varēs izmantot cita ierīce.',
    deprovisionLocked: 'Šim kioskam nav iestatījumu paroles. To var noņemt tikai konsolē.',
    deprovisionWaiting: 'Ir apmeklējumi, kas gaida nosūtīšanu. Tie tiktu zaudēti.',
    unlock: 'Atvērt',
    password: 'Iestatījumu parole',
    passwordIncorrect: 'Tā nav iestatījumu parole.',
    passwordTooOften: 'Pārāk daudz mēģinājumu. Mēģiniet vēlreiz pēc stundas.',
    passwordAway: 'Bez tīkla paroli nevar pārbaudīt. Pārbaudiet kioska tīklu.',
    remove: 'Noņemt',
  },
};
