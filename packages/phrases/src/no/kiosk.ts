import type { KioskTexts } from '../en/kiosk.ts';

export const kiosk: KioskTexts = {
  back: 'Tilbake',
  startOver: 'Start på nytt',
  next: 'Neste',
  close: 'Lukk',
  search: 'Søk',
  language: 'Språk',
  chooseLanguage: 'Velg språk',
  progress: 'Spørsmål {{number}} av {{count}}',
  noNetwork: 'Ingen nettforbindelse. Du kan bruke skjermen likevel.',
  waiting: 'Ingen nettforbindelse. Venter på å bli sendt: {{count}}',

  welcome: {
    title: 'Velkommen til {{company}}',
    checkIn: 'Sjekk inn',
    checkOut: 'Sjekk ut',
    delivery: 'Levering',
    scan: 'Eller hold koden på skiltet foran skanneren for å sjekke ut.',
  },
  closed: {
    title: 'Vi har stengt',
    text: 'Her kan du sjekke inn fra {{from}} til {{to}}.',
  },

  phone: {
    title: 'Hva er telefonnummeret ditt?',
    titleOut: 'Sjekk ut med telefonnummeret ditt',
    label: 'Telefonnummer',
    country: 'Land',
    chooseCountry: 'Velg land',
    erase: 'Slett',
    scan: 'Eller hold koden på skiltet foran skanneren.',
  },
  name: {
    title: 'Hva heter du?',
    label: 'Navn',
  },
  company: {
    title: 'Hvor kommer du fra?',
    label: 'Firma',
  },
  tenant: {
    title: 'Hvem skal du besøke?',
    titleKnown: 'Velkommen tilbake, {{name}}. Hvem skal du besøke?',
    label: 'En person eller et firma, fra tre bokstaver',
    none: 'Ingen heter det. Prøv en annen skrivemåte.',
    notYou: 'Jeg er ikke {{name}}',
    at: 'hos {{tenant}}',
  },
  employee: {
    title: 'Hvem skal du besøke hos {{tenant}}?',
    label: 'En person, fra tre bokstaver',
    nobody: 'Ingen bestemt',
  },
  consent: {
    title: 'Opplysningene dine',
    text: '{{tenant}} tar vare på navnet, firmaet og telefonnummeret ditt for å vite hvem som er i bygget. De slettes når de ikke lenger trengs. Du kan når som helst be resepsjonen om å slette dem.',
    agree: 'Jeg samtykker',
  },
  remember: {
    title: 'Skal vi huske deg?',
    text: 'Da er navnet og firmaet fylt ut neste gang du kommer.',
    yes: 'Ja, husk meg',
    no: 'Nei takk',
  },
  badges: {
    title: 'Trenger du et besøksskilt?',
    visitor: 'Skriv ut besøksskilt',
    parking: 'Skriv ut parkeringsbevis',
    both: 'Skriv ut begge',
    none: 'Ikke nødvendig',
  },
  sending: 'Et øyeblikk',

  done: {
    title: '{{name}} er sjekket inn',
    toldBySms: '{{host}} har fått beskjed på SMS.',
    toldByEmail: '{{host}} har fått beskjed på e-post.',
    toldByBoth: '{{host}} har fått beskjed på SMS og e-post.',
    notTold: 'Sett deg gjerne, eller spør i resepsjonen.',
    later: 'Det er ingen nettforbindelse. {{host}} får beskjed så snart den er tilbake.',
    laterBadge: 'Skiltet kan ikke skrives ut nå. Spør i resepsjonen.',
    printing: 'Ta med deg skiltet.',
    close: 'Ferdig',
  },
  gone: {
    title: 'Ha det, {{name}}',
    titleLater: 'Ha det',
    text: 'Du er sjekket ut. Takk for besøket.',
  },
  delivery: {
    title: 'Hvem er leveringen til?',
    told: '{{tenant}} har fått beskjed',
    text: 'Noen kommer og henter den.',
  },
  idle: {
    title: 'Er du der fortsatt?',
    text: 'Alt slettes om {{count}} sekunder.',
    stay: 'Jeg er her fortsatt',
  },

  problem: {
    title: 'Det gikk ikke',
    visitorIsAlreadyCheckedIn:
      'Dette telefonnummeret er allerede sjekket inn. Sjekk ut først, eller spør i resepsjonen.',
    visitorIsNotCheckedIn: 'Du er ikke sjekket inn, så det er ingenting å gjøre.',
    visitNotFound:
      'Ingen med dette nummeret eller denne koden er sjekket inn. Kontroller det, eller spør i resepsjonen.',
    invalidPhone: 'Dette er ikke et telefonnummer. Kontroller det.',
    noDeliveryPhones: 'Ingen kan få beskjed om leveringer her. Spør i resepsjonen.',
    tooManyRequests: 'Det var for mange forsøk. Vent et minutt og prøv igjen.',
    network: 'Det er ingen nettforbindelse. Prøv igjen, eller spør i resepsjonen.',
    other: 'Noe gikk galt. Prøv igjen, eller spør i resepsjonen.',
  },

  enrolment: {
    title: 'Sett opp denne kiosken',
    text: 'Åpne Kiosks i konsollen, velg Enroll og skriv inn denne koden. Skjermen går videre av seg selv.',
    waiting: 'Henter en kode',
    qr: 'Koden som QR-kode',
    away: 'Serveren svarer ikke. Kontroller nettverket; dette går videre av seg selv.',
    slow: 'Serveren ber om å vente. Dette går videre av seg selv.',
    renewed: 'Den forrige koden gjelder ikke lenger. Dette er en ny.',
    ended: 'Denne kiosken ble fjernet i konsollen. Registrer den på nytt med denne koden.',
  },
  licence: {
    title: 'Skriv inn lisensnøkkelen',
    text: 'Den står i konsollen under Licences: 25 bokstaver og sifre i grupper på fem.',
    label: 'Lisensnøkkel',
    activate: 'Aktiver',
    licenseNotFound: 'Denne nøkkelen finnes ikke. Sammenlign med den i konsollen.',
    licenseInUse: 'En annen enhet bruker denne nøkkelen. Koble den fra i konsollen, eller bruk en annen nøkkel.',
  },
  away: {
    title: 'Serveren svarer ikke',
    text: 'Kontroller nettverket til denne kiosken. Den prøver igjen av seg selv.',
  },
  unsafe: {
    title: 'Denne adressen er ikke sikker',
    text: 'Åpne kiosken på en adresse som begynner med https, slik at det besøkende skriver er beskyttet.',
  },
  crash: {
    title: 'Noe gikk galt',
    text: 'Det som venter på å bli sendt, er tatt vare på.',
    restart: 'Start igjen',
  },

  menu: {
    title: 'Denne kiosken',
    open: 'Innstillinger for denne kiosken',
    name: 'Navn',
    code: 'Kode',
    version: 'Appens versjon',
    settings: 'Innstillingenes versjon',
    queue: 'Besøk som venter på å bli sendt',
    connection: 'Forbindelse',
    connected: 'Tilkoblet',
    notConnected: 'Ikke tilkoblet',
    test: 'Test forbindelsen',
    tested: 'Serveren svarte på {{count}} ms.',
    failed: 'Serveren svarte ikke.',
    print: 'Skriv ut en testside',
    testPage: 'Skriveren til denne kiosken virker.',
    deprovision: 'Fjern denne kiosken',
    deprovisionText:
      'Den forsvinner fra konsollen, og lisensen kan brukes av en annen enhet. Det krever passordet for innstillinger.',
    deprovisionWaiting: 'Noen besøk venter på å bli sendt. De vil gå tapt.',
    password: 'Passord for innstillinger',
    passwordIncorrect: 'Dette er ikke passordet for innstillinger.',
    remove: 'Fjern',
  },
};
