import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Skriv koden',
  scan: {
    title: 'Hold din kode foran kameraet',
    text: 'Koden i din besked tjekker dig ind, koden på dit skilt tjekker dig ud.',
    picture: 'Det, kameraet ser',
    refused: 'Kameraet er ikke tilladt for denne side i browseren.',
    absent: 'Der blev ikke fundet noget kamera, eller en anden app bruger det.',
    unknown: 'Denne kode gælder ikke her.',
    typeInstead: 'Skriv de 8 tegn under QR-koden, eller brug dit telefonnummer.',
    phoneInstead: 'Brug dit telefonnummer.',
  },
  code: {
    title: 'Skriv koden fra invitationen',
    text: 'Den står under QR-koden: 8 bogstaver og tal.',
    label: 'Kode',
    short: 'Koden har 8 bogstaver og tal.',
    offline: 'Indtastede koder kræver netværk, og tjenesten svarer ikke lige nu. Scan QR-koden i stedet.',
  },
  pass: {
    early: 'Din invitation gælder ikke endnu',
    late: 'Din invitation gælder ikke længere',
    valid: 'Gælder: {{period}}',
    without: 'Tjek ind uden den',
  },
  unusable: {
    passUnknown: 'Vi kender ikke denne invitation',
    passCanceled: 'Denne invitation er aflyst',
    passDeclined: 'Du har sagt nej til denne invitation',
    passUnchecked: 'Vi kan ikke kontrollere invitationen nu',
  },
  next: {
    passUnknown: 'Sammenlign kode og bygning med din besked.',
    passCanceled: 'Er du ventet alligevel, kan du tjekke ind uden den.',
    passDeclined: 'Er du kommet alligevel, kan du tjekke ind uden den.',
    passUnchecked: 'Tjenesten svarer ikke, men du kan tjekke ind uden den.',
  },
};
