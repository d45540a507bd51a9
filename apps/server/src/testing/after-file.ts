const endings: (() => Promise<unknown>)[] = [];

/** Runs in reverse order. Modules outlive the file, because a worker runs several. */
export function afterFile(end: () => Promise<unknown>) {
  endings.push(end);
}

export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) {
    await end().catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'the file could not be ended');
}
