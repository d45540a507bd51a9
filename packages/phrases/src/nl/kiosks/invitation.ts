import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Code intypen',
  scan: {
    title: 'Houd uw code voor de camera',
    text: 'Met de code in uw bericht checkt u in, met die op uw badge checkt u uit.',
    picture: 'Wat de camera ziet',
    refused: 'De camera is voor deze pagina niet toegestaan in de browser.',
    absent: 'Er is geen camera gevonden, of een andere app gebruikt die.',
    unknown: 'Deze code is hier niet geldig.',
    typeInstead: 'Typ de 8 tekens onder de QR-code, of gebruik uw telefoonnummer.',
    phoneInstead: 'Gebruik uw telefoonnummer.',
  },
  code: {
    title: 'Typ de code van uw uitnodiging',
    text: 'Die staat onder de QR-code: 8 letters en cijfers.',
    label: 'Code',
    short: 'De code heeft 8 letters en cijfers.',
    offline: 'Een getypte code heeft netwerk nodig, en de dienst antwoordt nu niet. Scan de QR-code.',
  },
  pass: {
    early: 'Uw uitnodiging is nog niet geldig',
    late: 'Uw uitnodiging is niet meer geldig',
    valid: 'Geldig: {{period}}',
    without: 'Inchecken zonder',
  },
  unusable: {
    passUnknown: 'Wij kennen deze uitnodiging niet',
    passCanceled: 'Deze uitnodiging is geannuleerd',
    passDeclined: 'U hebt deze uitnodiging afgeslagen',
    passUnchecked: 'Wij kunnen de uitnodiging nu niet controleren',
  },
  next: {
    passUnknown: 'Vergelijk code en gebouw met uw bericht.',
    passCanceled: 'Wordt u toch verwacht? Check dan in zonder uitnodiging.',
    passDeclined: 'Bent u toch gekomen? Check dan in zonder uitnodiging.',
    passUnchecked: 'De dienst antwoordt niet, maar u kunt zonder uitnodiging inchecken.',
  },
};
