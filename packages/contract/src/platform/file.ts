/** What a call takes as its file: the types that it may say it has, and what its name may end in. Both must hold. */
export interface FileRule {
  types: readonly string[];
  extensions: readonly string[];
}

/** The largest file that any call takes, in bytes; one of just this size passes. */
export const largestFile = 1_048_576;

/** The file of an import. */
export const csvFile = { types: ['text/csv'], extensions: ['.csv'] } as const satisfies FileRule;

/** Whether a file of this name and type is one that the call takes. */
export function isAccepted({ types, extensions }: FileRule, file: { name: string; type: string }): boolean {
  const name = file.name.toLowerCase();
  return types.includes(file.type.toLowerCase()) && extensions.some((extension) => name.endsWith(extension));
}
