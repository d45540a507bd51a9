/** What staff read at a kiosk: its menu and the license. It loads when it is opened. */
export const staff = {
  license: {
    title: 'Enter the license key',
    text: 'It is in the console under Licenses: 25 letters and digits in groups of five.',
    label: 'License key',
    activate: 'Activate',
    licenseNotFound: 'We do not recognize this key. Compare it with the one in the console.',
    licenseInUse: 'Another device uses this key. Detach it in the console, or take another key.',
  },

  menu: {
    title: 'This kiosk',
    name: 'Name',
    code: 'Code',
    version: 'Version of the app',
    settings: 'Version of the settings',
    queue: 'Visits waiting to be sent',
    oldest: 'Waiting longest',
    connection: 'Connection',
    connected: 'Connected',
    notConnected: 'Not connected',
    test: 'Test the connection',
    tested: 'The server answered in {{count}} ms.',
    failed: 'The server did not answer.',
    print: 'Print a test page',
    testPage: 'The printer of this kiosk works.',
    printHelp: 'No page? Check that the printer is on, has paper and is the default printer of this device.',
    deprovision: 'Remove this kiosk',
    deprovisionText: 'It is removed from the console, and another device can use its license key.',
    deprovisionLocked: 'This kiosk has no settings password, so it can be removed only in the console.',
    deprovisionWaiting: 'Visits are waiting to be sent. They would be lost.',
    unlock: 'Open',
    password: 'Settings password',
    passwordIncorrect: 'This is not the settings password.',
    passwordTooOften: 'Too many attempts. Try again in an hour.',
    passwordAway: 'The password cannot be checked offline. Check the network of this kiosk.',
    remove: 'Remove',
  },
};

export type StaffTexts = typeof staff;
