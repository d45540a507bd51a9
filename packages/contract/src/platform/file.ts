/** A file's allowed types and extensions. Both must match. */
export interface FileRule {
  types: readonly string[];
  extensions: readonly string[];
}

/** Bytes. A file of this size passes. */
export const largestFile = 1_048_576;

export const csvFile = { types: ['text/csv'], extensions: ['.csv'] } as const satisfies FileRule;

export function isAccepted({ types, extensions }: FileRule, file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase();
  return types.includes(file.type.toLowerCase()) && extensions.some((extension) => name.endsWith(extension));
}
