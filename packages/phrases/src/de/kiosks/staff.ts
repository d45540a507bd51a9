import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Lizenzschlüssel eingeben',
    text: 'Er steht in der Konsole unter Licenses: 25 Buchstaben und Ziffern in Fünfergruppen.',
    label: 'Lizenzschlüssel',
    activate: 'Aktivieren',
    licenseNotFound: 'Diesen Schlüssel gibt es nicht. Vergleichen Sie ihn mit dem in der Konsole.',
    licenseInUse:
      'Ein anderes Gerät nutzt diesen Schlüssel. Lösen Sie es in der Konsole davon, oder nehmen Sie einen anderen.',
  },

  menu: {
    title: 'Dieser Kiosk',
    name: 'Name',
    code: 'Code',
    version: 'Version der App',
    settings: 'Version der Einstellungen',
    queue: 'Noch zu sendende Besuche',
    oldest: 'Wartet am längsten',
    connection: 'Verbindung',
    connected: 'Verbunden',
    notConnected: 'Nicht verbunden',
    test: 'Verbindung testen',
    tested: 'Der Server hat in {{count}} ms geantwortet.',
    failed: 'Der Server hat nicht geantwortet.',
    print: 'Testseite drucken',
    testPage: 'Der Drucker dieses Kiosks funktioniert.',
    printHelp:
      'Keine Seite? Prüfen Sie, ob der Drucker eingeschaltet ist, Papier hat und der Standarddrucker dieses Geräts ist.',
    deprovision: 'Diesen Kiosk entfernen',
    deprovisionText: 'Er verschwindet aus der Konsole, und ein anderes Gerät kann seine Lizenz nutzen.',
    deprovisionLocked: 'Dieser Kiosk hat kein Passwort für Einstellungen. Er lässt sich nur in der Konsole entfernen.',
    deprovisionWaiting: 'Es sind noch Besuche zu senden. Sie gingen verloren.',
    unlock: 'Öffnen',
    password: 'Passwort für Einstellungen',
    passwordIncorrect: 'Das ist nicht das Passwort für Einstellungen.',
    passwordTooOften: 'Das waren zu viele Versuche. Versuchen Sie es in einer Stunde wieder.',
    passwordAway: 'Ohne Netz kann das Passwort nicht geprüft werden. Prüfen Sie das Netz dieses Kiosks.',
    remove: 'Entfernen',
  },
};
