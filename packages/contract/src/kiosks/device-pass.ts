import { z } from 'zod';
import { endpoint } from '../platform/endpoint.ts';
import { Moment, requiredLine } from '../platform/values.ts';
import { Named } from '../visits/visit.ts';

/** The text of the QR code of a pass, or the 8 characters below it as a person types them. */
export const PassText = requiredLine('badgeCodeRequired', 512);

const secretShape = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const codeShape = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/**
 * Reads the text of a pass: the link (in capitals as in the QR code, or not), its secret alone, or the 8 characters. `letters` are the
 * canonical ones, from which keys are derived. Undefined for other texts, such as codes of badges, which have 21 letters.
 */
export function readPassText(text: string): { kind: 'secret' | 'code'; letters: string } | undefined {
  const end = /\/pass\/([^/?#]*)/i.exec(text)?.[1] ?? text;
  const letters = end.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  if (secretShape.test(letters)) return { kind: 'secret', letters };
  return codeShape.test(letters) ? { kind: 'code', letters } : undefined;
}

const missingData = ['name', 'companyName', 'phone'] as const;

/** What a kiosk shows of a pass. If the name shows only a family name, `firstName` is empty and the name is missing. */
export const PassGreeting = z.object({
  firstName: z.string(),
  tenant: Named,
  /** Null: the guest visits the tenant as a whole. */
  host: Named.nullable(),
  /** The kiosk compares them with its time, and says when the pass is valid. */
  validFrom: Moment,
  validUntil: Moment,
  /** Only these are asked for and sent with the visit. */
  missing: z.array(z.enum(missingData)),
});
export type PassGreeting = z.output<typeof PassGreeting>;

/**
 * Also answers outside of the time in which the pass is valid. A series shows its next date. `passIsOver`: the meeting was canceled, or the
 * guest declined. `passUnknown` also answers for a pass of another company. `visitorIsAlreadyCheckedIn` has `checkedInSince`.
 */
export const lookUpPassAtDevice = endpoint({
  method: 'POST',
  path: '/device/passes',
  summary: 'Greet a guest by the pass',
  access: 'device.act',
  body: z.strictObject({ pass: PassText }),
  reply: PassGreeting,
  refusals: ['passUnknown', 'passIsOver', 'visitorIsAlreadyCheckedIn', 'tooManyRequests'],
});

/**
 * How a kiosk opens a sealed pass without the network. `ikm` are the 26 letters of the secret (`readPassText`) as ASCII, `salt` the bytes of
 * the list's `salt`, `info` this text as ASCII:
 *
 *     bytes = HKDF-SHA-256(ikm, salt, info, 48 bytes)
 *     id    = bytes 0 to 15, as base64url without padding: finds the pass in the list
 *     key   = bytes 16 to 47, for AES-256-GCM without additional data
 *
 * `sealed` is base64url without padding of: 12 bytes nonce, ciphertext, 16 bytes tag (the last two as WebCrypto returns and takes them). The
 * plaintext is the JSON of a `PassGreeting` in UTF-8, with spaces at its end up to a multiple of 64 bytes, which `JSON.parse` ignores.
 * Nothing in the list is derived from the 8 characters: offline they open nothing.
 */
export const passSeal = { info: 'vestibule pass', idBytes: 16, keyBytes: 32, nonceBytes: 12, paddedTo: 64 } as const;

/** Passes belong to groups of about 40 in a list of 10,000. A changed pass makes the kiosk fetch its group. */
const SealedPass = z.object({ id: z.string(), group: z.int(), sealed: z.string() });
export type SealedPass = z.output<typeof SealedPass>;

/**
 * The passes that are valid on this day of the building, for use without the network. The kiosk fetches them after each
 * connect of its channel, after `passes_changed`, at `until`, and every 15 minutes, each time with the `version` that it has. The answer has
 * only the groups in which a pass was added, changed or removed since that version.
 */
export const listPassesAtDevice = endpoint({
  method: 'GET',
  path: '/device/passes',
  summary: 'List the sealed passes of today',
  access: 'device.act',
  query: z.strictObject({ version: z.string().max(2_000).optional() }),
  reply: z.object({
    /** About 1,400 characters, opaque to the kiosk. */
    version: z.string(),
    /** Another one for each kiosk and day. */
    salt: z.string(),
    /** The end of the day. Then the kiosk deletes the list. */
    until: Moment,
    /** The groups that `passes` replaces, none if nothing changed. Null: `passes` is the whole list. */
    groups: z.array(z.int()).nullable(),
    passes: z.array(SealedPass),
  }),
  refusals: ['tooManyRequests'],
});
