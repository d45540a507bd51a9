import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Ievadīt kodu',
  scan: {
    title: 'Parādiet kodu kamerai',
    text: 'Ziņas kods reģistrē ierašanos, caurlaides kods – došanos prom.',
    picture: 'Kameras attēls',
    refused: 'Kamera šai lapai pārlūkā nav atļauta.',
    absent: 'Kamera nav atrasta, vai to izmanto cita lietotne.',
    unknown: 'Šis kods šeit nav derīgs.',
    typeInstead: 'Ievadiet 8 rakstzīmes zem QR koda vai izmantojiet tālruņa numuru.',
    phoneInstead: 'Izmantojiet tālruņa numuru.',
  },
  code: {
    title: 'Ievadiet sava ielūguma kodu',
    text: 'Tas ir zem QR koda: 8 burti un cipari.',
    label: 'Kods',
    short: 'Kodā ir 8 burti un cipari.',
    offline: 'Ievadītam kodam vajag tīklu, bet pakalpojums pašlaik neatbild. Parādiet QR kodu.',
  },
  pass: {
    early: 'Jūsu ielūgums vēl nav derīgs',
    late: 'Jūsu ielūgums vairs nav derīgs',
    valid: 'Derīgs: {{period}}',
    without: 'Ierasties bez tā',
  },
  unusable: {
    passUnknown: 'Mēs nepazīstam šo ielūgumu',
    passCanceled: 'Šis ielūgums ir atcelts',
    passDeclined: 'Jūs noraidījāt šo ielūgumu',
    passUnchecked: 'Pašlaik nevaram pārbaudīt ielūgumu',
  },
  next: {
    passUnknown: 'Salīdziniet to ar ziņu. Varbūt tas ir citai ēkai.',
    passCanceled: 'Ja jūs tomēr gaida, reģistrējieties bez tā.',
    passDeclined: 'Ja tomēr atnācāt, reģistrējieties bez tā.',
    passUnchecked: 'Pakalpojums neatbild, bet varat reģistrēties bez tā.',
  },
};
