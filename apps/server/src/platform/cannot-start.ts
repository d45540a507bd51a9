/**
 * The program cannot start. The message is one line for the operator: the setting, the problem, the remedy.
 * `main.ts` prints the message alone and exits with 1.
 */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/**
 * Loads packages that only some installations have: `npm start` installs them when it sees their setting.
 * @throws {CannotStart} naming the setting, when a package is not installed.
 */
export async function loadClient<Loaded>(setting: string, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new CannotStart(`${setting} needs packages that are not installed. Install them with: npm ci --omit=dev`, {
      cause: error,
    });
  }
}

/** Returns the message of an error. An `AggregateError` (a host with several addresses) has none, so its causes are joined. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
}

/** Says why an address cannot be listened at. `METRICS` names the settings of the metrics. */
export function cannotListen(error: unknown, of: '' | 'METRICS', port: number, host: string) {
  const [portSetting, hostSetting] = of === '' ? ['PORT', 'HOST'] : ['METRICS_PORT', 'METRICS_HOST'];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `${portSetting} ${port} on ${host} is taken by another program. Stop that one or choose another ${portSetting}.`;
  if (code === 'EACCES')
    return `${portSetting} ${port} may not be opened by this user. Choose a ${portSetting} above 1023.`;
  return `${hostSetting} ${host} is no address that this machine can listen on (${reasonOf(error)}).`;
}
