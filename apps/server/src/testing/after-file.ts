const endings: (() => Promise<unknown>)[] = [];

/** Has something done after the test file that runs, last things first. Modules outlive the file, for a worker runs one after the other. */
export function afterFile(end: () => Promise<unknown>) {
  endings.push(end);
}

/** Does what was left to do after the file, all of it even where some fails. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) {
    await end().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the file could not be ended');
}
