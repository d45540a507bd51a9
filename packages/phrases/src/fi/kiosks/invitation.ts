import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Kirjoita koodi',
  scan: {
    title: 'Näytä koodi kameralle',
    text: 'Viestin koodilla kirjaudut sisään, vierailijakortin koodilla ulos.',
    picture: 'Kameran kuva',
    refused: 'Kameraa ei ole sallittu tälle sivulle selaimessa.',
    absent: 'Kameraa ei löytynyt, tai toinen sovellus käyttää sitä.',
    unknown: 'Tämä koodi ei kelpaa täällä.',
    typeInstead: 'Kirjoita QR-koodin alla olevat 8 merkkiä tai käytä puhelinnumeroa.',
    phoneInstead: 'Käytä puhelinnumeroa.',
  },
  code: {
    title: 'Kirjoita kutsusi koodi',
    text: 'Se on QR-koodin alla: 8 kirjainta ja numeroa.',
    label: 'Koodi',
    short: 'Koodissa on 8 kirjainta ja numeroa.',
    offline: 'Kirjoitettu koodi vaatii verkon, eikä palvelu juuri nyt vastaa. Lue QR-koodi sen sijaan.',
  },
  pass: {
    early: 'Kutsusi ei ole vielä voimassa',
    late: 'Kutsusi ei ole enää voimassa',
    valid: 'Voimassa: {{period}}',
    without: 'Kirjaudu ilman sitä',
  },
  unusable: {
    passUnknown: 'Emme tunne tätä kutsua',
    passCanceled: 'Tämä kutsu on peruttu',
    passDeclined: 'Olet hylännyt tämän kutsun',
    passUnchecked: 'Emme voi tarkistaa kutsua juuri nyt',
  },
  next: {
    passUnknown: 'Vertaa sitä viestiisi. Se voi koskea toista rakennusta.',
    passCanceled: 'Jos sinua silti odotetaan, kirjaudu ilman sitä.',
    passDeclined: 'Jos tulit kuitenkin, kirjaudu ilman sitä.',
    passUnchecked: 'Palvelu ei vastaa, mutta voit kirjautua ilman sitä.',
  },
};
