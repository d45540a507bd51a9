import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Saisissez la clé de licence',
    text: 'Elle se trouve dans la console sous Licenses\u00a0: 25 lettres et chiffres par groupes de cinq.',
    label: 'Clé de licence',
    activate: 'Activer',
    licenseNotFound: 'Cette clé n’existe pas. Comparez-la à celle de la console.',
    licenseInUse: 'Un autre appareil utilise cette clé. Détachez-le dans la console, ou prenez une autre clé.',
  },

  menu: {
    title: 'Cette borne',
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
