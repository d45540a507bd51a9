/** A file's allowed types and extensions. Both must match, unless the content decides about the type. */
export interface FileRule {
  types: readonly string[];
  extensions: readonly string[];
  isReadByContent?: boolean;
}

/** Bytes. A file of this size passes. */
export const largestFile = 1_048_576;

/** Spreadsheet programs declare other types or none, see docs/decisions/0038-read-csv-files-by-content.md. */
export const csvFile = { types: ['text/csv'], extensions: ['.csv'], isReadByContent: true } as const satisfies FileRule;

/** A list of guests, a line each. */
export const listFile = {
  types: ['text/csv', 'text/plain'],
  extensions: ['.csv', '.txt'],
  isReadByContent: true,
} as const satisfies FileRule;

export function isAccepted(
  { types, extensions, isReadByContent = false }: FileRule,
  file: { name: string; type: string },
): boolean {
  const name = file.name.toLowerCase();
  const type = file.type.toLowerCase();
  const isOfType = isReadByContent ? !/^(image|audio|video|font)\//.test(type) : types.includes(type);
  return isOfType && extensions.some((extension) => name.endsWith(extension));
}
