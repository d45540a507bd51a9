export const historyExport = {
  day: 'Day',
  checkedIn: 'In',
  checkedOut: 'Out',
  name: 'Visitor',
  company: 'Company',
  phone: 'Phone',
  tenant: 'Tenant',
  host: 'Host',
};

export const printTexts = {
  title: (company: string) => `Visitors in ${company}`,
  printedAt: (moment: string) => `Printed ${moment}`,
  inside: (count: number) => `${count} inside`,
  nobody: 'No visitors are checked in.',
  name: 'Name',
  company: 'Company',
  phone: 'Phone',
  host: 'Host',
  timeIn: 'Time in',
};

export const badgeTexts = {
  title: (count: number) => (count === 1 ? 'Badge' : `${count} badges`),
  visitor: 'Visitor',
  parking: 'Parking',
  pass: 'Show this code when you arrive',
  gone: 'This code is no longer valid. Please ask at the reception.',
  visits: (host: string) => `Visits ${host}`,
  code: (code: string) => `Code ${code}, scanned to check out`,
};
