import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Sisesta kood',
  scan: {
    title: 'Näidake koodi kaamerale',
    text: 'Sõnumi kood registreerib saabumise, külastajakaardi kood lahkumise.',
    picture: 'Kaamera pilt',
    refused: 'Kaamera pole brauseris sellele lehele lubatud.',
    absent: 'Kaamerat ei leitud või kasutab seda mõni muu rakendus.',
    unknown: 'See kood siin ei kehti.',
    typeInstead: 'Sisestage QR-koodi all olevad 8 märki või kasutage telefoninumbrit.',
    phoneInstead: 'Kasutage telefoninumbrit.',
  },
  code: {
    title: 'Sisestage oma kutse kood',
    text: 'See on QR-koodi all: 8 tähte ja numbrit.',
    label: 'Kood',
    short: 'Koodis on 8 tähte ja numbrit.',
    offline: 'Sisestatud kood vajab võrku, kuid teenus praegu ei vasta. Näidake selle asemel QR-koodi.',
  },
  pass: {
    early: 'Teie kutse veel ei kehti',
    late: 'Teie kutse enam ei kehti',
    valid: 'Kehtib: {{period}}',
    without: 'Sisenen kutseta',
  },
  unusable: {
    passUnknown: 'Me ei tunne seda kutset',
    passCanceled: 'See kutse on tühistatud',
    passDeclined: 'Olete sellest kutsest keeldunud',
    passUnchecked: 'Me ei saa kutset praegu kontrollida',
  },
  next: {
    passUnknown: 'Võrrelge seda sõnumiga. See võib olla teise hoone jaoks.',
    passCanceled: 'Kui teid siiski oodatakse, registreeruge kutseta.',
    passDeclined: 'Kui tulite siiski, registreeruge kutseta.',
    passUnchecked: 'Teenus ei vasta, kuid saate registreeruda kutseta.',
  },
};
