import type { KioskTexts } from '../en/kiosk.ts';
import { plural } from '../plural.ts';

/** What stands before `?`, `:` and `;` is `\u00a0`, so that none of them begins a line. */
export const kiosk: KioskTexts = {
  back: 'Retour',
  startOver: 'Recommencer',
  next: 'Suivant',
  close: 'Fermer',
  search: 'Rechercher',
  language: 'Langue',
  chooseLanguage: 'Choisissez une langue',
  progress: 'Question {{number}} sur {{count}}',
  noNetwork: 'Pas de réseau. Vous pouvez continuer.',
  noAnswer: 'Le service ne répond pas pour le moment. Vous pouvez continuer.',
  clock: 'L’horloge de cette borne est fausse. Réglez la date et l’heure.',
  waiting: 'Pas de réseau. En attente d’envoi\u00a0: {{count}}',
  waitingNoAnswer: 'Le service ne répond pas pour le moment. En attente d’envoi\u00a0: {{count}}',

  welcome: {
    title: 'Bienvenue chez {{company}}',
    checkIn: 'Arrivée',
    checkOut: 'Départ',
    delivery: 'Livraison',
    scan: 'Ou présentez le code de votre badge ou de votre message devant le lecteur.',
  },
  closed: {
    title: 'Nous sommes fermés',
    text: 'Vous pouvez enregistrer votre arrivée ici de {{from}} à {{to}}.',
  },

  phone: {
    title: 'Quel est votre numéro de téléphone\u00a0?',
    titleOut: 'Enregistrez votre départ avec votre numéro',
    label: 'Numéro de téléphone',
    country: 'Pays',
    chooseCountry: 'Choisissez un pays',
    erase: 'Effacer',
    scan: 'Ou présentez le code de votre badge devant le lecteur.',
  },
  scan: {
    open: 'Scanner un code',
    title: 'Présentez votre code devant la caméra',
    text: 'Le code de votre message enregistre votre arrivée, celui de votre badge votre départ.',
    picture: 'Ce que voit la caméra',
    refused:
      'La caméra n’est pas autorisée. Autorisez-la pour cette page dans le navigateur, ou utilisez votre numéro de téléphone.',
    absent: 'Aucune caméra trouvée, ou une autre application l’utilise. Utilisez votre numéro de téléphone.',
    unknown: 'Ce code n’est pas valable ici. Utilisez votre numéro de téléphone.',
  },
  inside: {
    title: 'Votre visite a commencé à {{time}}.',
    change: 'Changer de numéro',
  },
  name: {
    title: 'Quel est votre nom\u00a0?',
    label: 'Nom',
  },
  company: {
    title: 'De quelle entreprise venez-vous\u00a0?',
    label: 'Entreprise',
  },
  tenant: {
    title: 'À qui rendez-vous visite\u00a0?',
    titleKnown: 'Ravi de vous revoir, {{name}}. À qui rendez-vous visite\u00a0?',
    label: 'Une personne ou une entreprise, dès trois lettres',
    none: 'Aucun nom ne correspond. Essayez une autre orthographe.',
    notYou: 'Vous n’êtes pas {{name}}\u00a0?',
    sameHost: 'Même hôte que la dernière fois',
    at: 'chez {{tenant}}',
  },
  employee: {
    title: 'À qui rendez-vous visite chez {{tenant}}\u00a0?',
    label: 'Une personne, dès trois lettres',
    nobody: 'Personne en particulier',
  },
  consent: {
    title: 'Vos données',
    text: '{{tenant}} conserve votre nom, votre entreprise et votre numéro de téléphone pour savoir qui se trouve dans le bâtiment. Ils sont effacés dès qu’ils ne sont plus nécessaires. Vous pouvez à tout moment demander à l’accueil de les effacer.',
    visited: 'L’entreprise visitée',
    agree: 'J’accepte',
    decline: 'Je n’accepte pas',
    declined: 'Rien n’a été conservé. Adressez-vous à l’accueil.',
  },
  remember: {
    title: 'Souhaitez-vous que nous nous souvenions de vous\u00a0?',
    text: 'La prochaine fois, vous n’aurez pas à saisir votre nom ni votre entreprise.',
    thisVisit: 'Si vous refusez, cela ne vaut que pour cette visite.',
    yes: 'Oui, volontiers',
    no: 'Non merci',
  },
  badges: {
    title: 'Avez-vous besoin d’un badge\u00a0?',
    typed: 'Pour imprimer le badge ici, saisissez votre nom et votre entreprise. L’accueil peut aussi l’imprimer.',
    visitor: 'Imprimer un badge',
    parking: 'Imprimer un badge de parking',
    both: 'Imprimer les deux',
    none: 'Non merci',
  },
  sending: 'Un instant',

  done: {
    title: 'L’arrivée de {{name}} est enregistrée',
    toldBySms: '{{host}} a reçu un SMS.',
    toldByEmail: '{{host}} a reçu un e-mail.',
    toldByBoth: '{{host}} a reçu un SMS et un e-mail.',
    notTold: 'Merci de prendre place, ou de vous adresser à l’accueil.',
    later: 'Il n’y a pas de réseau. {{host}} ne sait peut-être pas encore que vous êtes là. Adressez-vous à l’accueil.',
    laterNoAnswer:
      'Le service ne répond pas pour le moment. {{host}} ne sait peut-être pas encore que vous êtes là. Adressez-vous à l’accueil.',
    yourHost: 'Votre hôte',
    badgeAtReception: 'Besoin d’un badge\u00a0? L’accueil l’imprime.',
    laterBadge: 'Votre badge ne peut pas être imprimé maintenant. Adressez-vous à l’accueil.',
    printing: 'Prenez votre badge. S’il n’arrive pas, imprimez-le à nouveau ou adressez-vous à l’accueil.',
    again: 'Imprimer à nouveau',
    close: 'Terminé',
  },
  gone: {
    title: 'Au revoir, {{name}}',
    titleLater: 'Au revoir',
    text: 'Votre départ est enregistré. Merci de votre visite.',
  },
  delivery: {
    title: 'Pour qui est-ce\u00a0?',
    told: '{{tenant}} a été prévenu',
    text: 'Quelqu’un vient chercher la livraison.',
  },
  idle: {
    title: 'Êtes-vous toujours là\u00a0?',
    text: plural({
      one: 'Tout sera effacé dans {{count}} seconde.',
      other: 'Tout sera effacé dans {{count}} secondes.',
    }),
    stay: 'Je suis toujours là',
  },

  problem: {
    title: 'Cela n’a pas fonctionné',
    retry: 'Réessayer',
    visitorIsAlreadyCheckedIn:
      'Une arrivée est déjà enregistrée avec ce numéro. Enregistrez d’abord le départ, ou adressez-vous à l’accueil.',
    visitorIsNotCheckedIn: 'Aucune arrivée n’est enregistrée pour vous\u00a0: vous n’avez rien à faire.',
    visitNotFound:
      'Aucune arrivée n’est enregistrée avec ce numéro ou ce code. Vérifiez-le, ou adressez-vous à l’accueil.',
    invalidPhone: 'Ce n’est pas un numéro de téléphone. Vérifiez-le.',
    notFound: 'La personne ou l’entreprise choisie n’est plus ici. Choisissez de nouveau.',
    noDeliveryPhones: 'Personne ne peut être prévenu des livraisons ici. Adressez-vous à l’accueil.',
    tooManyRequests: 'Trop de tentatives. Attendez une minute et réessayez.',
    network: 'Il n’y a pas de réseau. Réessayez, ou adressez-vous à l’accueil.',
    noAnswer: 'Le service ne répond pas pour le moment. Réessayez, ou adressez-vous à l’accueil.',
    full: 'Votre visite ne peut pas être envoyée pour le moment, et il n’y a plus de place pour la conserver. Réessayez, ou adressez-vous à l’accueil.',
    other: 'Une erreur est survenue. Réessayez, ou adressez-vous à l’accueil.',
  },

  enrolment: {
    title: 'Configurer cette borne',
    text: 'Dans la console, ouvrez Kiosks, choisissez Enroll et saisissez ce code. Cet écran continue tout seul.',
    waiting: 'Demande d’un code',
    confirm:
      'En attente de confirmation dans la console. Si ce code y est déjà saisi, confirmez cet appareil sous Kiosks.',
    qr: 'Le code sous forme de code QR',
    away: 'Le serveur est injoignable. Vérifiez le réseau\u00a0; cela continue tout seul.',
    slow: 'Le serveur demande d’attendre. Cela continue tout seul.',
    renewed: 'Le code précédent n’est plus valable. En voici un nouveau.',
    ended: 'Cette borne a été retirée de la console. Inscrivez-la à nouveau avec ce code.',
  },
  licence: {
    title: 'Saisissez la clé de licence',
    text: 'Elle se trouve dans la console sous Licenses\u00a0: 25 lettres et chiffres par groupes de cinq.',
    label: 'Clé de licence',
    activate: 'Activer',
    licenseNotFound: 'Cette clé n’existe pas. Comparez-la à celle de la console.',
    licenseInUse: 'Un autre appareil utilise cette clé. Détachez-le dans la console, ou prenez une autre clé.',
  },
  away: {
    title: 'Le serveur est injoignable',
    text: 'Vérifiez le réseau de cette borne. Elle réessaie toute seule.',
  },
  unsafe: {
    title: 'Cette adresse n’est pas sûre',
    text: 'Ouvrez la borne à une adresse qui commence par https, afin de protéger ce que saisissent les visiteurs.',
  },
  storage: {
    title: 'Cette borne ne peut rien conserver',
    text: 'Libérez de la place sur l’appareil et laissez ce navigateur conserver des données. Redémarrez ensuite.',
  },
  misfit: {
    title: 'L’application ne convient pas au serveur',
    text: 'L’un des deux est plus ancien. La borne cherche sa mise à jour toute seule. Si cela persiste, prévenez la personne qui gère le serveur.',
  },
  restarting: 'Cette borne redémarre',
  crash: {
    title: 'Une erreur est survenue',
    text: 'Ce qui attendait d’être envoyé est conservé.',
    restart: 'Redémarrer',
  },

  menu: {
    title: 'Cette borne',
    open: 'Réglages de cette borne',
    name: 'Nom',
    code: 'Code',
    version: 'Version de l’application',
    settings: 'Version des réglages',
    queue: 'Visites en attente d’envoi',
    oldest: 'Attend depuis le plus longtemps',
    connection: 'Connexion',
    connected: 'Connectée',
    notConnected: 'Non connectée',
    test: 'Tester la connexion',
    tested: 'Le serveur a répondu en {{count}} ms.',
    failed: 'Le serveur n’a pas répondu.',
    print: 'Imprimer une page d’essai',
    testPage: 'L’imprimante de cette borne fonctionne.',
    printHelp:
      'Pas de page\u00a0? Vérifiez que l’imprimante est allumée, qu’elle a du papier et qu’elle est celle par défaut de cet appareil.',
    deprovision: 'Retirer cette borne',
    deprovisionText: 'Elle disparaît de la console, et sa licence peut servir à un autre appareil.',
    deprovisionLocked:
      'Cette borne n’a pas de mot de passe des réglages. Elle ne peut être retirée que dans la console.',
    deprovisionWaiting: 'Des visites attendent d’être envoyées. Elles seraient perdues.',
    unlock: 'Ouvrir',
    password: 'Mot de passe des réglages',
    passwordIncorrect: 'Ce n’est pas le mot de passe des réglages.',
    passwordTooOften: 'Trop de tentatives. Réessayez dans une heure.',
    passwordAway: 'Sans réseau, ce mot de passe ne peut pas être vérifié. Vérifiez le réseau de cette borne.',
    remove: 'Retirer',
  },
};
