import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Wpisz kod',
  scan: {
    title: 'Proszę pokazać kod kamerze',
    text: 'Kod z wiadomości zgłasza wejście, kod z identyfikatora – wyjście.',
    picture: 'Obraz z kamery',
    refused: 'Kamera jest niedozwolona dla tej strony w przeglądarce.',
    absent: 'Nie znaleziono kamery albo używa jej inna aplikacja.',
    unknown: 'Ten kod jest tu nieważny.',
    typeInstead: 'Proszę wpisać 8 znaków pod kodem QR albo użyć numeru telefonu.',
    phoneInstead: 'Proszę użyć numeru telefonu.',
  },
  code: {
    title: 'Proszę wpisać kod zaproszenia',
    text: 'Jest pod kodem QR: 8 liter i cyfr.',
    label: 'Kod',
    short: 'Kod ma 8 liter i cyfr.',
    offline: 'Wpisany kod wymaga sieci, a usługa w tej chwili nie odpowiada. Proszę pokazać kod QR.',
  },
  pass: {
    early: 'Zaproszenie nie jest jeszcze ważne',
    late: 'Zaproszenie nie jest już ważne',
    valid: 'Ważne: {{period}}',
    without: 'Wejście bez zaproszenia',
  },
  unusable: {
    passUnknown: 'Nie znamy tego zaproszenia',
    passCanceled: 'To zaproszenie zostało odwołane',
    passDeclined: 'To zaproszenie zostało odrzucone',
    passUnchecked: 'Nie możemy teraz sprawdzić zaproszenia',
  },
  next: {
    passUnknown: 'Proszę porównać je z wiadomością. Może dotyczy innego budynku.',
    passCanceled: 'Jeśli mimo to ktoś czeka, proszę zgłosić się bez niego.',
    passDeclined: 'Jeśli mimo to wizyta się odbędzie, proszę wejść bez niego.',
    passUnchecked: 'Usługa nie odpowiada, ale można zgłosić się bez niego.',
  },
};
