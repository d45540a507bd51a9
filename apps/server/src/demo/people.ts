/** The invented people of the demo building. */
export const tenants = {
  fjordHouse: ['Aurora Shipping', 'Bryggen Architects', 'Nordlys Energy', 'Solheim & Partners'],
  harbourCourt: ['Lantern Media', 'Quayside Legal'],
} as const;

/** Six for each tenant of Fjord House, three for each of Harbour Court, in the order of the tenants. */
export const employees = {
  fjordHouse: [
    'Kari Nordmann', 'Ola Hansen', 'Ingrid Solberg', 'Sigurd Aas', 'Marte Lien', 'Jonas Bakke',
    'Nora Vik', 'Emil Strand', 'Thea Moen', 'Henrik Dahl', 'Sofie Holm', 'Aksel Berg',
    'Live Haugen', 'Magnus Eide', 'Tuva Myhre', 'Even Ruud', 'Silje Fossum', 'Lars Tangen',
    'Astrid Solheim', 'Petter Næss', 'Vilde Ødegaard', 'Mikkel Sæther', 'Hanna Lund', 'Jørgen Krogh',
  ],
  harbourCourt: ['Elin Wold', 'Trygve Hauge', 'Mona Rise', 'Stian Borge', 'Camilla Nygård', 'Ragnar Tveit'],
} as const;

type VisitorEntry = readonly [name: string, companyName: string];

/** Those of Fjord House: twelve who are inside, eight who are expected, twenty who were there before. */
export const fjordHouseVisitors: readonly VisitorEntry[] = [
  ['Åse Ødegård', 'Havila Logistics'],
  ['Tomasz Wiśniewski', 'Baltic Freight'],
  ['Maria José Fernández', 'Puerto Azul'],
  ['Christopher Alexander Montgomery-Fitzwilliam', 'Royal Institution of Chartered Surveyors'],
  ['Liv Hauge', 'Bergen Kommune'],
  ['Samuel Okafor', 'Lagos Maritime'],
  ['Ida Johansen', 'Kontor & Kaffe'],
  ['Γιώργος Παπαδόπουλος', 'Aegean Lines'],
  ['Wei Chen', 'Harbour Optics'],
  ['Erik Lindqvist', 'Svenska Brandskydd'],
  ['Anne-Marie Dubois', 'Atelier Dubois'],
  ['Oleksandr Kovalenko', 'Dnipro Software'],
  ['Frida Nilsen', 'Nilsen Rør'],
  ['Matti Virtanen', 'Suomen Hissi'],
  ['Julia Schneider', 'Prüfwerk'],
  ['Rasmus Mikkelsen', 'Dansk Revision'],
  ['Beatriz Costa', 'Lisboa Design'],
  ['Håkon Sørensen', 'Elektro Vest'],
  ['Aoife Murphy', 'Cork Analytics'],
  ['Giulia Romano', 'Studio Romano'],
  ['Per Iversen', 'Iversen Bygg'],
  ['Katrin Tamm', 'Tallinn Data'],
  ['Jānis Bērziņš', 'Rīga Timber'],
  ['Rūta Kazlauskienė', 'Vilnius Print'],
  ['Siri Fjeld', 'Fjeld Foto'],
  ['Ahmed Hassan', 'Cairo Consulting'],
  ['Bente Knutsen', 'Renhold Nord'],
  ['Daniel Weber', 'Alpen Technik'],
  ['Elise Martin', 'Lumière Conseil'],
  ['Gunnar Brekke', 'Brekke Heis'],
  ['Hiroshi Tanaka', 'Osaka Instruments'],
  ['Isak Pedersen', 'Pedersen Glass'],
  ['Kjersti Aune', 'Aune Advokat'],
  ['Lukas Novák', 'Praha Systems'],
  ['Mette Kristensen', 'Kristensen Catering'],
  ['Nina Sæbø', 'Sæbø Transport'],
  ['Odd Magne Ulvik', 'Ulvik Frukt'],
  ['Priya Sharma', 'Mumbai Textiles'],
  ['Robert Clarke', 'Clarke & Sons'],
  ['Tone Vestby', 'Vestby Maskin'],
];

/** Those of Harbour Court: three who are inside, seven who were there before. */
export const harbourCourtVisitors: readonly VisitorEntry[] = [
  ['Solveig Lunde', 'Lunde Trykk'],
  ['Marco Bianchi', 'Bianchi Film'],
  ['Helga Thorsen', 'Thorsen Lyd'],
  ['Steinar Øye', 'Øye Elektro'],
  ['Agnes Kvam', 'Kvam Bok'],
  ['Pavel Horák', 'Brno Studio'],
  ['Unni Rønning', 'Rønning Data'],
  ['Nils Hovland', 'Hovland Taxi'],
  ['Emma Carlsen', 'Carlsen Foto'],
  ['Viktor Sund', 'Sund Marine'],
];
