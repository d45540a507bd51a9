import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Skriv koden',
  scan: {
    title: 'Håll din kod framför kameran',
    text: 'Koden i ditt meddelande checkar in dig, koden på din bricka checkar ut dig.',
    picture: 'Det kameran ser',
    refused: 'Kameran är inte tillåten för den här sidan i webbläsaren.',
    absent: 'Ingen kamera hittades, eller så använder en annan app den.',
    unknown: 'Den här koden gäller inte här.',
    typeInstead: 'Skriv de 8 tecknen under QR-koden, eller använd ditt telefonnummer.',
    phoneInstead: 'Använd ditt telefonnummer.',
  },
  code: {
    title: 'Skriv koden i din inbjudan',
    text: 'Den står under QR-koden: 8 bokstäver och siffror.',
    label: 'Kod',
    short: 'Koden har 8 bokstäver och siffror.',
    offline: 'Inskrivna koder kräver nätverk, och tjänsten svarar inte just nu. Skanna QR-koden i stället.',
  },
  pass: {
    early: 'Din inbjudan gäller inte än',
    late: 'Din inbjudan gäller inte längre',
    valid: 'Gäller: {{period}}',
    without: 'Checka in utan den',
  },
  unusable: {
    passUnknown: 'Vi känner inte till den här inbjudan',
    passCanceled: 'Den här inbjudan är inställd',
    passDeclined: 'Du har tackat nej till den här inbjudan',
    passUnchecked: 'Vi kan inte kontrollera inbjudan just nu',
  },
  next: {
    passUnknown: 'Jämför kod och byggnad med ditt meddelande.',
    passCanceled: 'Är du väntad ändå kan du checka in utan den.',
    passDeclined: 'Har du kommit ändå kan du checka in utan den.',
    passUnchecked: 'Tjänsten svarar inte, men du kan checka in utan den.',
  },
};
