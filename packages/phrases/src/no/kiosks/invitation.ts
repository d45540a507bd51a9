import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Skriv koden',
  scan: {
    title: 'Hold koden foran kameraet',
    text: 'Koden i meldingen sjekker deg inn, koden på skiltet sjekker deg ut.',
    picture: 'Det kameraet ser',
    refused: 'Kameraet er ikke tillatt for denne siden i nettleseren.',
    absent: 'Fant ikke noe kamera, eller en annen app bruker det.',
    unknown: 'Denne koden gjelder ikke her.',
    typeInstead: 'Skriv de 8 tegnene under QR-koden, eller bruk telefonnummeret.',
    phoneInstead: 'Bruk telefonnummeret.',
  },
  code: {
    title: 'Skriv koden i invitasjonen',
    text: 'Den står under QR-koden: 8 bokstaver og sifre.',
    label: 'Kode',
    short: 'Koden har 8 bokstaver og sifre.',
    offline: 'Koder som skrives inn, krever nett, og tjenesten svarer ikke. Skann QR-koden i stedet.',
  },
  pass: {
    early: 'Invitasjonen gjelder ikke ennå',
    late: 'Invitasjonen gjelder ikke lenger',
    valid: 'Gjelder: {{period}}',
    without: 'Sjekk inn uten den',
  },
  unusable: {
    passUnknown: 'Vi kjenner ikke denne invitasjonen',
    passCanceled: 'Denne invitasjonen er avlyst',
    passDeclined: 'Du har takket nei til denne invitasjonen',
    passUnchecked: 'Vi kan ikke kontrollere invitasjonen nå',
  },
  next: {
    passUnknown: 'Sammenlign kode og bygg med meldingen din.',
    passCanceled: 'Er du ventet likevel, kan du sjekke inn uten den.',
    passDeclined: 'Kom du likevel, kan du sjekke inn uten den.',
    passUnchecked: 'Tjenesten svarer ikke, men du kan sjekke inn uten den.',
  },
};
