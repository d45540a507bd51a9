/** The message is one line for the operator: setting, problem, remedy. */
export class CannotStart extends Error {
  override name = 'CannotStart';
}

/**
 * Loads packages that `npm start` installs only for their setting.
 * @throws {CannotStart} if a package is missing
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

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error instanceof Error ? error.message : String(error);
}

export function cannotListen(error: unknown, of: '' | 'METRICS', port: number, host: string) {
  const [portSetting, hostSetting] = of === '' ? ['PORT', 'HOST'] : ['METRICS_PORT', 'METRICS_HOST'];
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `${portSetting} ${port} on ${host} is taken by another program. Stop that one or choose another ${portSetting}.`;
  if (code === 'EACCES')
    return `${portSetting} ${port} may not be opened by this user. Choose a ${portSetting} above 1023.`;
  return `${hostSetting} ${host} is no address that this machine can listen on (${reasonOf(error)}).`;
}
