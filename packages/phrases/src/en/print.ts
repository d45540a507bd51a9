/** The texts of printed sheets. */
export const printTexts = {
  title: (company: string) => `Visitors in ${company}`,
  printedAt: (moment: string) => `Printed ${moment}`,
  inside: (count: number) => `${count} inside`,
  nobody: 'Nobody is checked in.',
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  host: 'Host',
  timeIn: 'Time in',
};

/** The texts of badges. */
export const badgeTexts = {
  title: (count: number) => (count === 1 ? 'Badge' : `${count} badges`),
  visitor: 'Visitor',
  parking: 'Parking',
  pass: 'The code to show when you come',
  gone: 'This code is not in use any more. Please ask at the reception.',
  visits: (host: string) => `Visits ${host}`,
  code: (code: string) => `Code ${code}, scanned to check out`,
};
