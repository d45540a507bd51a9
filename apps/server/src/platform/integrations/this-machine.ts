/** Whether the host name of an address is this machine's own, so that what goes there passes over no network. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
