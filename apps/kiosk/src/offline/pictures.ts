import type { Vault } from './vault.ts';

const prefix = 'picture ';
const timeoutMs = 15_000;

export interface Pictures {
  /** Stores exactly these images. Stops without a network or space; the next call continues. */
  keep: (addresses: readonly string[]) => Promise<void>;
  /** A local address of the image; undefined if it is not stored. */
  recall: (address: string) => Promise<string | undefined>;
}

export function createPictures(vault: Vault): Pictures {
  let wanted = new Set<string>();
  let keeping: Promise<void> | undefined;

  const keepWanted = async () => {
    const names = await vault.names();
    const kept = new Set(names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
    const missing = new Set<string>();
    // The wanted images may have changed.
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

/** Null if the server has none; rejects without a server. */
async function fetchPicture(address: string): Promise<string | null> {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) return null;
  const picture = await response.blob();
  // A page of a gateway would be stored as an image.
  if (!picture.type.startsWith('image/')) return null;
  const letters = Array.from(new Uint8Array(await picture.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return `data:${picture.type};base64,${btoa(letters.join(''))}`;
}
