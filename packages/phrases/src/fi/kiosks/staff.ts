import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Kirjoita lisenssiavain',
    text: 'Se löytyy hallinnasta kohdasta Licenses: 25 kirjainta ja numeroa viiden ryhmissä.',
    label: 'Lisenssiavain',
    activate: 'Aktivoi',
    licenseNotFound: 'Tällaista avainta ei ole. Vertaa sitä hallinnassa olevaan.',
    licenseInUse: 'Toinen laite käyttää tätä avainta. Irrota se hallinnassa tai käytä toista avainta.',
  },

  menu: {
    title: 'Tämä kioski',
    name: 'Nimi',
    code: 'Koodi',
    version: 'Sovelluksen versio',
    settings: 'Asetusten versio',
    queue: 'Lähetystä odottavat käynnit',
    oldest: 'Odottanut pisimpään',
    connection: 'Yhteys',
    connected: 'Yhdistetty',
    notConnected: 'Ei yhteyttä',
    test: 'Testaa yhteys',
    tested: 'Palvelin vastasi {{count}} ms:ssa.',
    failed: 'Palvelin ei vastannut.',
    print: 'Tulosta testisivu',
    testPage: 'Tämän kioskin tulostin toimii.',
    printHelp:
      'Eikö sivua tullut? Tarkista, että tulostin on päällä, siinä on paperia ja se on laitteen oletustulostin.',
    deprovision: 'Poista tämä kioski',
    deprovisionText: 'Se poistuu hallinnasta, ja sen lisenssin voi ottaa käyttöön toisessa laitteessa.',
    deprovisionLocked: 'Tällä kioskilla ei ole asetusten salasanaa. Sen voi poistaa vain hallinnassa.',
    deprovisionWaiting: 'Käyntejä odottaa lähetystä. Ne menetettäisiin.',
    unlock: 'Avaa',
    password: 'Asetusten salasana',
    passwordIncorrect: 'Tämä ei ole asetusten salasana.',
    passwordTooOften: 'Yrityksiä oli liikaa. Yritä tunnin kuluttua uudelleen.',
    passwordAway: 'Salasanaa ei voi tarkistaa ilman verkkoyhteyttä. Tarkista kioskin verkko.',
    remove: 'Poista',
  },
};
