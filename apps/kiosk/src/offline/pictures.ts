import type { Vault } from './vault.ts';

const prefix = 'picture ';
const patience = 15_000;

export interface Pictures {
  /**
   * Keeps the pictures with these addresses, and no others. Ends before all are kept where the network is lost or there is no
   * room: the next time goes on from there.
   */
  keep: (addresses: readonly string[]) => Promise<void>;
  /** The picture as an address that needs no network; undefined where it was not kept. */
  recall: (address: string) => Promise<string | undefined>;
}

/** The pictures that a kiosk shows, for the time without network. */
export function createPictures(vault: Vault): Pictures {
  let wanted = new Set<string>();
  let keeping: Promise<void> | undefined;

  const keepWanted = async () => {
    const names = await vault.names();
    const kept = new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
    const missing = new Set<string>();
    // Others may be wanted by the time that one is here.
    for (;;) {
      for (const address of kept.difference(wanted)) {
        await vault.remove(prefix + address);
        kept.delete(address);
      }
      const [next] = wanted.difference(kept).difference(missing);
      if (next === undefined) return;
      const picture = await fetchPicture(next);
      if (picture !== null) await vault.set(prefix + next, picture);
      (picture === null ? missing : kept).add(next);
    }
  };

  return {
    async keep(addresses) {
      wanted = new Set(addresses);
      keeping ??= keepWanted()
        .catch(() => undefined)
        .finally(() => (keeping = undefined));
      await keeping;
    },
    async recall(address) {
      const picture = await vault.get(prefix + address);
      return typeof picture === 'string' ? picture : undefined;
    },
  };
}

/** Null where the server does not give it; rejects where the server cannot be reached. */
async function fetchPicture(address: string): Promise<string | null> {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(patience) });
  if (!response.ok) return null;
  const picture = await response.blob();
  // A gateway's page in its place would be kept for good.
  if (!picture.type.startsWith('image/')) return null;
  const letters = Array.from(new Uint8Array(await picture.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return `data:${picture.type};base64,${btoa(letters.join(''))}`;
}
