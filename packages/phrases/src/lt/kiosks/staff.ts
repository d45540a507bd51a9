import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Įveskite licencijos raktą',
    text: 'Jis yra konsolėje, skiltyje Licenses: 25 raidės ir skaitmenys po penkis.',
    label: 'Licencijos raktas',
    activate: 'Aktyvinti',
    licenseNotFound: 'Tokio rakto nėra. Palyginkite jį su esančiu konsolėje.',
    licenseInUse: 'Šį raktą naudoja kitas įrenginys. Atsiekite jį konsolėje arba naudokite kitą raktą.',
  },

  menu: {
    title: 'Šis kioskas',
    name: 'Pavadinimas',
    code: 'Kodas',
    version: 'Programos versija',
    settings: 'Nustatymų versija',
    queue: 'Išsiuntimo laukiantys apsilankymai',
    oldest: 'Laukia ilgiausiai',
    connection: 'Ryšys',
    connected: 'Prijungta',
    notConnected: 'Neprijungta',
    test: 'Tikrinti ryšį',
    tested: 'Serveris atsakė per {{count}} ms.',
    failed: 'Serveris neatsakė.',
    print: 'Spausdinti bandomąjį lapą',
    testPage: 'Šio kiosko spausdintuvas veikia.',
    printHelp:
      'Lapo nėra? Patikrinkite, ar spausdintuvas įjungtas, turi popieriaus ir yra numatytasis šiame įrenginyje.',
    deprovision: 'Pašalinti šį kioską',
    deprovisionText: 'Jis dings iš konsolės, o jo licenciją galės naudoti kitas įrenginys.',
    deprovisionLocked: 'Šis kioskas neturi nustatymų slaptažodžio. Jį galima pašalinti tik konsolėje.',
    deprovisionWaiting: 'Yra išsiuntimo laukiančių apsilankymų. Jie būtų prarasti.',
    unlock: 'Atverti',
    password: 'Nustatymų slaptažodis',
    passwordIncorrect: 'Tai ne nustatymų slaptažodis.',
    passwordTooOften: 'Per daug bandymų. Bandykite po valandos.',
    passwordAway: 'Be tinklo slaptažodžio patikrinti negalima. Patikrinkite kiosko tinklą.',
    remove: 'Pašalinti',
  },
};
