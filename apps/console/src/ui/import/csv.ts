export type ImportColumn = 'name' | 'phone' | 'email' | 'companyName' | 'host' | 'time';

export interface ImportColumns {
  columns: readonly ImportColumn[];
  optional: readonly ImportColumn[];
}

/** Titles that the server accepts in all languages. */
export const titles: Record<ImportColumn, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  companyName: 'CompanyName',
  host: 'Host',
  time: 'Time',
};

/** Writes CSV as our imports read it: semicolons and quotes. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quote).join(';')).join('\r\n');
}

/** Adds a UTF-8 mark and guards formulas. Phones keep their plus sign. Imports remove the guards. */
export function writeCsvForPeople(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${writeCsv(rows.map((row) => row.map(guard)))}\r\n`;
}

function quote(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function guard(cell: string): string {
  const isPhone = /^\+?[\d\s().-]+$/.test(cell);
  return /^[=+\-@\t\r]/.test(cell) && !isPhone ? `'${cell}` : cell;
}
