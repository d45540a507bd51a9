import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Įvesti kodą',
  scan: {
    title: 'Parodykite kodą kamerai',
    text: 'Žinutės kodas užregistruoja atvykimą, kortelės kodas – išvykimą.',
    picture: 'Kameros vaizdas',
    refused: 'Kamera šiam puslapiui naršyklėje neleidžiama.',
    absent: 'Kamera nerasta arba ją naudoja kita programa.',
    unknown: 'Šis kodas čia negalioja.',
    typeInstead: 'Įveskite 8 simbolius po QR kodu arba naudokite telefono numerį.',
    phoneInstead: 'Naudokite telefono numerį.',
  },
  code: {
    title: 'Įveskite kvietimo kodą',
    text: 'Jis yra po QR kodu: 8 raidės ir skaitmenys.',
    label: 'Kodas',
    short: 'Kodą sudaro 8 raidės ir skaitmenys.',
    offline: 'Įvestam kodui reikia tinklo, o paslauga šiuo metu neatsako. Parodykite QR kodą.',
  },
  pass: {
    early: 'Jūsų kvietimas dar negalioja',
    late: 'Jūsų kvietimas nebegalioja',
    valid: 'Galioja: {{period}}',
    without: 'Registruotis be jo',
  },
  unusable: {
    passUnknown: 'Šio kvietimo nežinome',
    passCanceled: 'Šis kvietimas atšauktas',
    passDeclined: 'Jūs atsisakėte šio kvietimo',
    passUnchecked: 'Dabar negalime patikrinti kvietimo',
  },
  next: {
    passUnknown: 'Palyginkite jį su žinute. Gal jis skirtas kitam pastatui.',
    passCanceled: 'Jei jūsų vis tiek laukia, registruokitės be jo.',
    passDeclined: 'Jei vis dėlto atvykote, registruokitės be jo.',
    passUnchecked: 'Paslauga neatsako, bet galite registruotis be jo.',
  },
};
