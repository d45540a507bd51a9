import type { KioskTexts } from '../en/kiosk.ts';
import { plural } from '../plural.ts';

export const kiosk: KioskTexts = {
  back: 'Zurück',
  startOver: 'Neu beginnen',
  next: 'Weiter',
  close: 'Schließen',
  search: 'Suchen',
  language: 'Sprache',
  chooseLanguage: 'Sprache wählen',
  progress: 'Frage {{number}} von {{count}}',
  noNetwork: 'Kein Netz. Sie können trotzdem fortfahren.',
  noAnswer: 'Der Dienst antwortet gerade nicht. Sie können trotzdem fortfahren.',
  clock: 'Die Uhr dieses Kiosks geht falsch. Bitte Datum und Uhrzeit einstellen.',
  waiting: 'Kein Netz. Noch zu senden: {{count}}',
  waitingNoAnswer: 'Der Dienst antwortet gerade nicht. Noch zu senden: {{count}}',

  welcome: {
    title: 'Willkommen bei {{company}}',
    checkIn: 'Anmelden',
    checkOut: 'Abmelden',
    delivery: 'Lieferung',
    scan: 'Oder halten Sie den Code Ihres Besucherausweises oder Ihrer Nachricht vor den Scanner.',
  },
  closed: {
    title: 'Wir haben geschlossen',
    text: 'Sie können sich hier von {{from}} bis {{to}} Uhr anmelden.',
  },

  phone: {
    title: 'Wie lautet Ihre Telefonnummer?',
    titleOut: 'Mit Ihrer Telefonnummer abmelden',
    label: 'Telefonnummer',
    country: 'Land',
    chooseCountry: 'Land wählen',
    erase: 'Löschen',
    scan: 'Oder halten Sie den Code Ihres Besucherausweises vor den Scanner.',
  },
  scan: {
    open: 'Code scannen',
    title: 'Halten Sie Ihren Code vor die Kamera',
    text: 'Der Code in Ihrer Nachricht meldet Sie an, der auf Ihrem Ausweis meldet Sie ab.',
    picture: 'Was die Kamera sieht',
    refused:
      'Die Kamera ist nicht erlaubt. Erlauben Sie sie für diese Seite im Browser, oder nutzen Sie Ihre Telefonnummer.',
    absent: 'Es wurde keine Kamera gefunden, oder eine andere App nutzt sie. Nutzen Sie Ihre Telefonnummer.',
    unknown: 'Dieser Code gilt hier nicht. Nutzen Sie Ihre Telefonnummer.',
  },
  name: {
    title: 'Wie heißen Sie?',
    label: 'Name',
  },
  company: {
    title: 'Von welcher Firma kommen Sie?',
    label: 'Firma',
  },
  tenant: {
    title: 'Wen besuchen Sie?',
    titleKnown: 'Willkommen zurück, {{name}}. Wen besuchen Sie?',
    label: 'Eine Person oder Firma, ab drei Buchstaben',
    none: 'Nichts wurde gefunden. Versuchen Sie eine andere Schreibweise.',
    notYou: 'Ich bin nicht {{name}}',
    at: 'bei {{tenant}}',
  },
  employee: {
    title: 'Wen besuchen Sie bei {{tenant}}?',
    label: 'Eine Person, ab drei Buchstaben',
    nobody: 'Niemand Bestimmtes',
  },
  consent: {
    title: 'Ihre Daten',
    text: '{{tenant}} speichert Ihren Namen, Ihre Firma und Ihre Telefonnummer, um zu wissen, wer im Gebäude ist. Sie werden gelöscht, sobald sie nicht mehr gebraucht werden. Sie können den Empfang jederzeit bitten, sie zu löschen.',
    agree: 'Ich stimme zu',
    decline: 'Ich stimme nicht zu',
    declined: 'Es wurde nichts gespeichert. Bitte fragen Sie am Empfang.',
  },
  remember: {
    title: 'Dürfen wir uns an Sie erinnern?',
    text: 'Dann sind Ihr Name und Ihre Firma beim nächsten Besuch schon eingetragen, wenn die besuchte Firma Daten speichert.',
    yes: 'Ja, gern',
    no: 'Nein, danke',
  },
  badges: {
    title: 'Brauchen Sie einen Besucherausweis?',
    visitor: 'Besucherausweis drucken',
    parking: 'Parkausweis drucken',
    both: 'Beide drucken',
    none: 'Nein, danke',
  },
  sending: 'Einen Moment',

  done: {
    title: '{{name}} ist angemeldet',
    toldBySms: '{{host}} wurde per SMS benachrichtigt.',
    toldByEmail: '{{host}} wurde per E-Mail benachrichtigt.',
    toldByBoth: '{{host}} wurde per SMS und E-Mail benachrichtigt.',
    notTold: 'Bitte nehmen Sie Platz, oder fragen Sie am Empfang.',
    later: 'Es gibt kein Netz. {{host}} weiß vielleicht noch nicht, dass Sie da sind. Bitte fragen Sie am Empfang.',
    laterNoAnswer:
      'Der Dienst antwortet gerade nicht. {{host}} weiß vielleicht noch nicht, dass Sie da sind. Bitte fragen Sie am Empfang.',
    laterBadge: 'Ihr Ausweis kann jetzt nicht gedruckt werden. Bitte fragen Sie am Empfang.',
    printing: 'Bitte nehmen Sie Ihren Ausweis. Kommt keiner, drucken Sie erneut oder fragen Sie am Empfang.',
    again: 'Erneut drucken',
    close: 'Fertig',
  },
  gone: {
    title: 'Auf Wiedersehen, {{name}}',
    titleLater: 'Auf Wiedersehen',
    text: 'Sie sind abgemeldet. Danke für Ihren Besuch.',
  },
  delivery: {
    title: 'Für wen ist es?',
    told: '{{tenant}} wurde benachrichtigt',
    text: 'Es kommt jemand, um es abzuholen.',
  },
  idle: {
    title: 'Sind Sie noch da?',
    text: plural({
      one: 'In {{count}} Sekunde wird alles gelöscht.',
      other: 'In {{count}} Sekunden wird alles gelöscht.',
    }),
    stay: 'Ich bin noch da',
  },

  problem: {
    title: 'Das hat nicht geklappt',
    retry: 'Noch einmal versuchen',
    visitorIsAlreadyCheckedIn:
      'Diese Telefonnummer ist schon angemeldet. Melden Sie sich zuerst ab, oder fragen Sie am Empfang.',
    visitorIsNotCheckedIn: 'Sie sind nicht angemeldet und müssen nichts tun.',
    visitNotFound:
      'Mit dieser Nummer oder diesem Code ist niemand angemeldet. Bitte prüfen Sie die Angabe, oder fragen Sie am Empfang.',
    invalidPhone: 'Das ist keine Telefonnummer. Bitte prüfen Sie sie.',
    notFound: 'Die gewählte Person oder Firma gibt es hier nicht mehr. Bitte wählen Sie noch einmal.',
    noDeliveryPhones: 'Hier kann niemand über Lieferungen benachrichtigt werden. Bitte fragen Sie am Empfang.',
    tooManyRequests: 'Das waren zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.',
    network: 'Es gibt kein Netz. Versuchen Sie es noch einmal, oder fragen Sie am Empfang.',
    noAnswer: 'Der Dienst antwortet gerade nicht. Versuchen Sie es noch einmal, oder fragen Sie am Empfang.',
    full: 'Ihr Besuch kann gerade nicht gesendet werden, und es ist kein Platz, um ihn zu speichern. Versuchen Sie es noch einmal, oder fragen Sie am Empfang.',
    other: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal, oder fragen Sie am Empfang.',
  },

  enrolment: {
    title: 'Diesen Kiosk einrichten',
    text: 'Öffnen Sie in der Konsole Kiosks, wählen Sie Enroll und geben Sie diesen Code ein. Es geht von selbst weiter.',
    waiting: 'Code wird geholt',
    confirm:
      'Wartet auf die Bestätigung in der Konsole. Ist dieser Code dort schon eingegeben, bestätigen Sie dieses Gerät unter Kiosks.',
    qr: 'Der Code als QR-Code',
    away: 'Der Server ist nicht erreichbar. Prüfen Sie das Netz; es geht von selbst weiter.',
    slow: 'Der Server bittet zu warten. Es geht von selbst weiter.',
    renewed: 'Der vorige Code gilt nicht mehr. Dies ist ein neuer.',
    ended: 'Dieser Kiosk wurde in der Konsole entfernt. Melden Sie ihn mit diesem Code wieder an.',
  },
  licence: {
    title: 'Lizenzschlüssel eingeben',
    text: 'Er steht in der Konsole unter Licenses: 25 Buchstaben und Ziffern in Fünfergruppen.',
    label: 'Lizenzschlüssel',
    activate: 'Aktivieren',
    licenseNotFound: 'Diesen Schlüssel gibt es nicht. Vergleichen Sie ihn mit dem in der Konsole.',
    licenseInUse:
      'Ein anderes Gerät nutzt diesen Schlüssel. Lösen Sie es in der Konsole davon, oder nehmen Sie einen anderen.',
  },
  away: {
    title: 'Der Server ist nicht erreichbar',
    text: 'Prüfen Sie das Netz dieses Kiosks. Er versucht es von selbst wieder.',
  },
  unsafe: {
    title: 'Diese Adresse ist nicht sicher',
    text: 'Öffnen Sie den Kiosk unter einer Adresse, die mit https beginnt, damit die Eingaben der Gäste geschützt sind.',
  },
  storage: {
    title: 'Dieser Kiosk kann nichts speichern',
    text: 'Schaffen Sie Platz auf dem Gerät, und erlauben Sie diesem Browser, Daten zu speichern. Starten Sie dann neu.',
  },
  misfit: {
    title: 'Die App passt nicht zum Server',
    text: 'Eines von beiden ist älter. Der Kiosk sucht seine Aktualisierung von selbst. Bleibt dies stehen, melden Sie es denen, die den Server betreiben.',
  },
  restarting: 'Dieser Kiosk startet neu',
  crash: {
    title: 'Etwas ist schiefgegangen',
    text: 'Was noch zu senden war, ist aufgehoben.',
    restart: 'Neu starten',
  },

  menu: {
    title: 'Dieser Kiosk',
    open: 'Einstellungen dieses Kiosks',
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
