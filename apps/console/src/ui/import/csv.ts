/** Writes a CSV file as our imports read it: semicolons, everything in quotes. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quote).join(';')).join('\r\n');
}

/**
 * The same for people: spreadsheets see that it is UTF-8 and take no text for a formula. A phone keeps its plus sign. An import takes the
 * guard off again.
 */
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
