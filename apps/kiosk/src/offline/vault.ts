import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

interface Sealed {
  iv: Uint8Array<ArrayBuffer>;
  data: ArrayBuffer;
}

interface Schema extends DBSchema {
  key: { key: string; value: CryptoKey };
  kept: { key: string; value: Sealed };
  queue: { key: number; value: Sealed };
}

/** What this device keeps. It is encrypted with a key that no script can read and that never leaves the browser. */
export interface Vault {
  get: (name: string) => Promise<unknown>;
  set: (name: string, value: unknown) => Promise<void>;
  remove: (name: string) => Promise<void>;
  /** What something is kept under. */
  names: () => Promise<string[]>;
  /** Adds to the end of the queue; answers its place. */
  append: (value: unknown) => Promise<number>;
  /** What stands in the queue behind a place, or undefined at its end. Its value is undefined where it cannot be read. */
  next: (after: number) => Promise<{ place: number; value: unknown } | undefined>;
  replace: (place: number, value: unknown) => Promise<void>;
  take: (place: number) => Promise<void>;
  count: () => Promise<number>;
  emptyQueue: () => Promise<void>;
  /** Forgets everything, the key too. */
  clear: () => Promise<void>;
}

/** Opens what is kept; rejects where the browser has no storage to give. */
export async function openVault(name = 'vestibule-kiosk'): Promise<Vault> {
  const db = await openDB<Schema>(name, 1, {
    upgrade(db) {
      db.createObjectStore('key');
      db.createObjectStore('kept');
      db.createObjectStore('queue', { autoIncrement: true });
    },
  });
  let key = await keyOf(db);

  const seal = async (value: unknown): Promise<Sealed> => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) };
  };
  const open = async ({ iv, data }: Sealed): Promise<unknown> => {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
    return JSON.parse(new TextDecoder().decode(plain));
  };

  return {
    async get(name) {
      const sealed = await db.get('kept', name);
      return sealed && open(sealed);
    },
    async set(name, value) {
      await db.put('kept', await seal(value), name);
    },
    remove: (name) => db.delete('kept', name),
    names: () => db.getAllKeys('kept'),
    append: async (value) => db.add('queue', await seal(value)),
    async next(after) {
      const cursor = await db.transaction('queue').store.openCursor(IDBKeyRange.lowerBound(after, true));
      // What cannot be opened holds up nothing that stands behind it.
      return cursor ? { place: cursor.primaryKey, value: await open(cursor.value).catch(() => undefined) } : undefined;
    },
    async replace(place, value) {
      await db.put('queue', await seal(value), place);
    },
    take: (place) => db.delete('queue', place),
    count: () => db.count('queue'),
    emptyQueue: () => db.clear('queue'),
    async clear() {
      await Promise.all([db.clear('kept'), db.clear('queue'), db.clear('key')]);
      key = await keyOf(db);
    },
  };
}

async function keyOf(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const kept = await db.get('key', 'aes');
  if (kept) return kept;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await db.put('key', key, 'aes');
  return key;
}
