import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Code eintippen',
  scan: {
    title: 'Halten Sie Ihren Code vor die Kamera',
    text: 'Der Code in Ihrer Nachricht meldet Sie an, der auf Ihrem Ausweis meldet Sie ab.',
    picture: 'Was die Kamera sieht',
    refused: 'Die Kamera ist für diese Seite im Browser nicht erlaubt.',
    absent: 'Es wurde keine Kamera gefunden, oder eine andere App nutzt sie.',
    unknown: 'Dieser Code gilt hier nicht.',
    typeInstead: 'Tippen Sie die 8 Zeichen unter dem QR-Code ein, oder nutzen Sie Ihre Telefonnummer.',
    phoneInstead: 'Nutzen Sie Ihre Telefonnummer.',
  },
  code: {
    title: 'Tippen Sie den Code Ihrer Einladung',
    text: 'Er steht unter dem QR-Code: 8 Buchstaben und Ziffern.',
    label: 'Code',
    short: 'Der Code hat 8 Buchstaben und Ziffern.',
    offline: 'Getippte Codes brauchen das Netz, das gerade fehlt. Scannen Sie stattdessen den QR-Code.',
  },
  pass: {
    early: 'Ihre Einladung gilt noch nicht',
    late: 'Ihre Einladung gilt nicht mehr',
    valid: 'Gültig: {{period}}',
    without: 'Ohne Einladung anmelden',
  },
  unusable: {
    passUnknown: 'Wir kennen diese Einladung nicht',
    passCanceled: 'Diese Einladung wurde abgesagt',
    passDeclined: 'Sie haben diese Einladung abgelehnt',
    passUnchecked: 'Wir können die Einladung gerade nicht prüfen',
  },
  next: {
    passUnknown: 'Vergleichen Sie Code und Gebäude mit Ihrer Nachricht.',
    passCanceled: 'Falls Sie dennoch erwartet werden, melden Sie sich ohne sie an.',
    passDeclined: 'Falls Sie doch gekommen sind, melden Sie sich ohne sie an.',
    passUnchecked: 'Der Dienst antwortet nicht, aber Sie können sich ohne sie anmelden.',
  },
};
