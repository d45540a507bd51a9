import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Bonjour ${guest},`,
  subject: {
    invitation: (tenant) => `Invitation de ${tenant}`,
    invitationChanged: (tenant) => `Invitation modifiée de ${tenant}`,
    invitationCanceled: (tenant) => `Invitation annulée de ${tenant}`,
    invitationReminder: (tenant) => `Rappel : visite chez ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} vous invite : ${house}.`,
    invitationChanged: (who, house) => `Votre invitation a été modifiée : ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Votre invitation a été annulée : ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} vous attend demain : ${house}.`,
  },
  until: (day) => `Se répète jusqu'au ${day}.`,
  was: (time) => `auparavant ${time}`,
  othersStay: 'Vos autres dates de la série sont maintenues.',
  open: 'Ouvrir votre pass',
  privacy:
    'Nous utilisons votre adresse e-mail uniquement pour cette invitation. Votre pass permet de voir et de supprimer vos données.',
  label: { host: 'Hôte', where: 'Lieu', note: 'Remarque', code: 'Pas de téléphone ? Saisissez ceci à la réception :' },
  stillHere: {
    subject: (house) => `Êtes-vous encore sur place (${house}) ?`,
    sentence: (house, time) =>
      `Votre arrivée est enregistrée depuis ${time} : ${house}. Dites-nous si votre visite continue ou si elle est terminée.`,
    button: 'Répondre',
  },
  declined: (guest) => `${guest} ne peut pas venir`,
  comes: (guest) => `${guest} peut finalement venir`,
  passCode: (code, house) => `${code} est le code de votre pass : ${house}. Il est valable 10 minutes.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Invitation à Vestibule' : `Invitation : ${organization}`,
      above: [
        'Bonjour,',
        organization === null
          ? 'Un compte Vestibule a été créé pour vous.'
          : `Un compte Vestibule a été créé pour vous (${organization}).`,
        'Choisissez un mot de passe pour commencer.',
      ],
      button: 'Choisir un mot de passe',
      below: [
        `Le lien fonctionne une seule fois, pendant ${duration(validHours)}.`,
        'Si vous n’attendiez pas ce message, vous n’avez rien à faire.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Choisissez un nouveau mot de passe',
      above: ['Bonjour,', 'Un nouveau mot de passe a été demandé pour votre compte Vestibule.'],
      button: 'Choisir un nouveau mot de passe',
      below: [
        `Le lien fonctionne une seule fois, pendant ${duration(validHours)}.`,
        'Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste inchangé.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Connectez-vous pour voir vos visiteurs',
      above: ['Bonjour,', 'Utilisez ce lien pour vous connecter et voir vos visiteurs.'],
      button: 'Se connecter',
      below: [
        `Le lien fonctionne une seule fois, pendant ${validMinutes} minutes.`,
        'Si vous ne l’avez pas demandé, vous n’avez rien à faire.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Les employés de ${tenant} ne sont pas à jour`,
      above: [
        'Bonjour,',
        `Les employés de ${tenant} n’ont pas pu être synchronisés avec l’annuaire ${times} fois de suite. ${why[failure]}`,
        'En attendant, ils restent tels qu’ils étaient. Les visiteurs peuvent toujours être enregistrés.',
      ],
      button: 'Ouvrir le locataire',
      below: [
        'Une nouvelle tentative a lieu chaque nuit. Vous ne recevrez pas d’autre message avant qu’une tentative ait réussi.',
      ],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `La borne ${kiosk} est hors ligne`,
      above: [
        'Bonjour,',
        `La borne ${kiosk} (${house}) ne donne plus signe de vie depuis le ${date} à ${time}.`,
        'Veuillez vérifier son alimentation et son réseau.',
      ],
      button: 'Ouvrir les bornes',
      below: ['Vous recevrez un autre message à son retour.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `La borne ${kiosk} est de retour`,
      above: ['Bonjour,', `La borne ${kiosk} (${house}) est de nouveau en ligne depuis le ${date} à ${time}.`],
      button: 'Ouvrir les bornes',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} est là pour vous voir`,
      above: [
        `Bonjour ${host},`,
        `L’arrivée de ${visitor} (${visitorCompany}), qui vient vous voir chez ${tenant}, a été enregistrée à ${time}.`,
      ],
      button: 'Répondre',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} attend ${facts.host}`,
      above: [`Bonjour ${recipient},`, noAnswer(facts)],
      button: 'Répondre',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Votre visite est là : ${visitor} (${visitorCompany}), chez ${tenant}, à ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Bienvenue chez ${house}. Votre visite est enregistrée : ${host === null ? tenant : `${host}, ${tenant}`}, le ${date} à ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi chez ${house} : ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} vous attend chez ${house}. Merci de présenter ce code à votre arrivée : ${link}`,
    delivery: ({ house, tenant, time }) => `Une livraison pour ${tenant} attend à l'entrée : ${house}, à ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'L’annuaire n’a pas répondu.',
  consentRevoked: 'L’annuaire n’autorise plus l’accès de Vestibule. Veuillez connecter à nouveau le locataire.',
  secretExpired:
    'Le secret client de l’application a expiré. Veuillez connecter à nouveau le locataire avec un nouveau secret.',
  groupNotFound: 'Le groupe n’est plus dans l’annuaire.',
  serviceAccountRequired:
    'Le compte utilisé n’a plus le droit de lire l’annuaire. Veuillez connecter à nouveau le locataire.',
  tooManyRemovals: 'Plus de 30 % des employés auraient été supprimés. Veuillez vérifier, et confirmer si c’est exact.',
  unexpected: 'Une erreur s’est produite de notre côté.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 jour' : `${hours / 24} jours`;
  return hours === 1 ? '1 heure' : `${hours} heures`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} n'a pas répondu. ${who} attend depuis ${time} chez ${tenant}.`;
}
