import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Saisir le code',
  scan: {
    title: 'Présentez votre code devant la caméra',
    text: 'Le code de votre message enregistre votre arrivée, celui de votre badge votre départ.',
    picture: 'Ce que voit la caméra',
    refused: 'La caméra n’est pas autorisée pour cette page dans le navigateur.',
    absent: 'Aucune caméra trouvée, ou une autre application l’utilise.',
    unknown: 'Ce code n’est pas valable ici.',
    typeInstead: 'Saisissez les 8 caractères sous le code QR, ou utilisez votre numéro de téléphone.',
    phoneInstead: 'Utilisez votre numéro de téléphone.',
  },
  code: {
    title: 'Saisissez le code de votre invitation',
    text: 'Il est sous le code QR\u00a0: 8 lettres et chiffres.',
    label: 'Code',
    short: 'Le code a 8 lettres et chiffres.',
    offline: 'Un code saisi exige le réseau, et le service ne répond pas. Scannez plutôt le code QR.',
  },
  pass: {
    early: 'Votre invitation n’est pas encore valable',
    late: 'Votre invitation n’est plus valable',
    valid: 'Valable\u00a0: {{period}}',
    without: 'Arrivée sans invitation',
  },
  unusable: {
    passUnknown: 'Nous ne connaissons pas cette invitation',
    passCanceled: 'Cette invitation a été annulée',
    passDeclined: 'Vous avez refusé cette invitation',
    passUnchecked: 'Nous ne pouvons pas vérifier l’invitation',
  },
  next: {
    passUnknown: 'Comparez code et bâtiment avec votre message.',
    passCanceled: 'Si l’on vous attend malgré tout, enregistrez-vous sans elle.',
    passDeclined: 'Si vous êtes venu malgré tout, enregistrez-vous sans elle.',
    passUnchecked: 'Le service ne répond pas, mais vous pouvez vous enregistrer sans elle.',
  },
};
