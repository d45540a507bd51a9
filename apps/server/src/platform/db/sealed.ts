import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const version = 1;
const idLength = 4;
const ivLength = 12;
const tagLength = 16;
const signatureLength = 32;
const algorithm = 'aes-256-gcm';

export interface Vault {
  /** Encrypts `text` for one place, such as `message.content:42`. It cannot be opened elsewhere. */
  seal(place: string, text: string): Buffer;
  /** The same with equal bytes for equal text, for values that leave the server and are compared. */
  sealAlike(place: string, text: string): Buffer;
  readonly mark: Buffer;
  /**
   * Opens a value sealed for `place`.
   * @throws {CannotOpen} without the key, or for another place.
   */
  open(place: string, sealed: Uint8Array): string;
  sign(use: string, text: string): Buffer;
  /** Whether the signature, or its first `length` bytes, was made with a known key. */
  isSigned(use: string, text: string, signature: Uint8Array, length?: number): boolean;
}

export class CannotOpen extends Error {
  override name = 'CannotOpen';
}

interface Key {
  /** Identifies the key without revealing it. */
  id: Buffer;
  secret: KeyObject;
  forSignatures: KeyObject;
}

export function createVault(current: string, previous: readonly string[] = []): Vault {
  const key = keyOf(current);
  const keys = [key, ...previous.map(keyOf)];
  const mark = Buffer.concat([Buffer.of(version), key.id]);
  const sealWith = (iv: Buffer, place: string, text: string) => {
    const cipher = createCipheriv(algorithm, key.secret, iv, { authTagLength: tagLength });
    cipher.setAAD(Buffer.concat([mark, Buffer.from(place)]));
    const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([mark, iv, cipher.getAuthTag(), ciphertext]);
  };
  return {
    mark,
    seal: (place, text) => sealWith(randomBytes(ivLength), place, text),
    // An iv derived from the text is unique per text and reveals nothing.
    sealAlike: (place, text) => sealWith(signatureOf(key, `iv of ${place}`, text).subarray(0, ivLength), place, text),
    open(place, sealed) {
      const bytes = Buffer.from(sealed);
      const header = bytes.subarray(0, 1 + idLength);
      const iv = bytes.subarray(header.length, header.length + ivLength);
      const tag = bytes.subarray(header.length + ivLength, header.length + ivLength + tagLength);
      const ciphertext = bytes.subarray(header.length + ivLength + tagLength);
      if (bytes[0] !== version || tag.length < tagLength) throw new CannotOpen('this is no sealed value');
      const key = keys.find(({ id }) => id.equals(header.subarray(1)));
      if (!key) throw new CannotOpen('the key that this was sealed with is not in SECRET_KEY or SECRET_KEY_PREVIOUS');
      try {
        const decipher = createDecipheriv(algorithm, key.secret, iv, { authTagLength: tagLength });
        decipher.setAAD(Buffer.concat([header, Buffer.from(place)]));
        decipher.setAuthTag(tag);
        return decipher.update(ciphertext, undefined, 'utf8') + decipher.final('utf8');
      } catch (error) {
        throw new CannotOpen('this was changed, or sealed for another place', { cause: error });
      }
    },
    sign: (use, text) => signatureOf(key, use, text),
    isSigned(use, text, signature, length = signatureLength) {
      return keys.some((key) => {
        const own = signatureOf(key, use, text).subarray(0, length);
        return own.length === signature.length && timingSafeEqual(own, signature);
      });
    },
  };
}

function signatureOf({ forSignatures }: Key, use: string, text: string): Buffer {
  return createHmac('sha256', forSignatures).update(`${use}\n${text}`).digest();
}

function keyMaterial(secret: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(secret)) return Buffer.from(secret, 'hex');
  return Buffer.from(secret, /^[\w+/-]{43}=?$/.test(secret) ? 'base64' : 'utf8');
}

function keyOf(secret: string): Key {
  const material = keyMaterial(secret);
  const derive = (use: string) => Buffer.from(hkdfSync('sha256', material, '', use, 32));
  const bytes = derive('vestibule sealed values');
  const id = createHash('sha256').update('vestibule key id').update(bytes).digest().subarray(0, idLength);
  return { id, secret: createSecretKey(bytes), forSignatures: createSecretKey(derive('vestibule signatures')) };
}
