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

/** The storage of this device, encrypted with a key that no script can read. */
export interface Vault {
  get: (name: string) => Promise<unknown>;
  set: (name: string, value: unknown) => Promise<void>;
  remove: (name: string) => Promise<void>;
  names: () => Promise<string[]>;
  /** Appends to the queue and returns the place. */
  append: (value: unknown) => Promise<number>;
  /** The entry after a place, or undefined at the end. The value is undefined if it cannot be decrypted. */
  next: (after: number) => Promise<{ place: number; value: unknown } | undefined>;
  replace: (place: number, value: unknown) => Promise<void>;
  take: (place: number) => Promise<void>;
  count: () => Promise<number>;
  emptyQueue: () => Promise<void>;
  /** Deletes everything, including the key. */
  clear: () => Promise<void>;
}

/** Opens the storage. Rejects if the browser offers none. A browser may close it at any time; it is reopened when needed. */
export async function openVault(name = 'vestibule-kiosk'): Promise<Vault> {
  const openAgain = async (): Promise<Opened> => {
    const db = await openDB<Schema>(name, 1, {
      upgrade(db) {
        db.createObjectStore('key');
        db.createObjectStore('kept');
        db.createObjectStore('queue', { autoIncrement: true });
      },
      terminated: () => (opened = undefined),
    });
    return { db, key: await keyOf(db) };
  };
  let opened: Opened | undefined = await openAgain();
  let opening: Promise<Opened> | undefined;
  const storage = async (): Promise<Opened> => {
    if (opened) return opened;
    opening ??= openAgain().finally(() => (opening = undefined));
    return (opened = await opening);
  };

  const seal = async ({ key }: Opened, value: unknown): Promise<Sealed> => {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) };
  };
  const unseal = async ({ key }: Opened, { iv, data }: Sealed): Promise<unknown> => {
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
    return JSON.parse(new TextDecoder().decode(plain));
  };

  return {
    async get(name) {
      const open = await storage();
      const sealed = await open.db.get('kept', name);
      return sealed && unseal(open, sealed);
    },
    async set(name, value) {
      const open = await storage();
      await open.db.put('kept', await seal(open, value), name);
    },
    remove: async (name) => (await storage()).db.delete('kept', name),
    names: async () => (await storage()).db.getAllKeys('kept'),
    async append(value) {
      const open = await storage();
      return open.db.add('queue', await seal(open, value));
    },
    async next(after) {
      const open = await storage();
      const cursor = await open.db.transaction('queue').store.openCursor(IDBKeyRange.lowerBound(after, true));
      if (!cursor) return undefined;
      // An unreadable entry must not block later ones.
      return { place: cursor.primaryKey, value: await unseal(open, cursor.value).catch(() => undefined) };
    },
    async replace(place, value) {
      const open = await storage();
      await open.db.put('queue', await seal(open, value), place);
    },
    take: async (place) => (await storage()).db.delete('queue', place),
    count: async () => (await storage()).db.count('queue'),
    emptyQueue: async () => (await storage()).db.clear('queue'),
    async clear() {
      const { db } = await storage();
      await Promise.all([db.clear('kept'), db.clear('queue'), db.clear('key')]);
      opened = { db, key: await keyOf(db) };
    },
  };
}

interface Opened {
  db: IDBPDatabase<Schema>;
  key: CryptoKey;
}

async function keyOf(db: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const kept = await db.get('key', 'aes');
  if (kept) return kept;
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  await db.put('key', key, 'aes');
  return key;
}
