import { randomInt } from 'node:crypto';
import type { Pass } from '@vestibule/contract/visits/pass.ts';
import { audit } from '../../platform/audit/audit.ts';
import { onlyRow, type Reach, transaction } from '../../platform/db/database.ts';
import type { Vault } from '../../platform/db/sealed.ts';
import { countUse, type Limit } from '../../platform/http/limit.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hashOf } from '../../platform/http/secret.ts';
import { notifyDebounced } from '../../platform/live/bus.ts';
import { sealContent } from '../../platform/outbox/content.ts';
import { barMessages, holdMessages } from '../notification/hold.ts';
import { actorOf, knownPass, type Presented, readPass } from './pass.ts';
import type { PassRow } from './pass.store.ts';
import { insertCodeMessage, nextMessage, storeCode, storeProof, takeGuess } from './phone-proof.store.ts';
import type { ReplyDeps } from './reply.ts';

const digits = 6;
const minutesOfCode = 10;
const minutesOfProof = 60;
const mostGuesses = 5;
const perPass: Limit = { uses: 3, seconds: 3_600 };
/** Several passes may name one phone, whose owner gets few SMS. */
const perPhone: Limit = { uses: 5, seconds: 3_600 };
const perNetwork: Limit = { uses: 20, seconds: 3_600 };

/**
 * Sends a code to the phone of the guest. The reply does not tell whether a visitor with the phone is remembered.
 * @throws {Refusal} `tooManyRequests`; `invalidPhone` for a number that gets no SMS; `validation` without a phone
 */
export async function sendPassCode(
  reach: Reach,
  { vault, smsRules: rules }: ReplyDeps,
  presented: Presented,
): Promise<Pass> {
  const { db, row } = await knownPass(reach, presented);
  if (row.phone === null) throw new Refusal('validation', { fields: { phone: 'phoneRequired' } });
  await countUse(db, `codes to the network ${presented.network}`, perNetwork);
  await countUse(db, `codes of pass ${row.guest_id}`, perPass);
  await countUse(db, `codes to ${hashOf(`${rules.secret}${row.phone}`).toString('base64')}`, perPhone);
  await transaction(db, async (db) => {
    const code = String(randomInt(10 ** digits)).padStart(digits, '0');
    await storeCode(db, row, { hash: hashOfCode(vault, row, code), minutes: minutesOfCode });
    const { id } = onlyRow(await nextMessage(db, row));
    const content = sealContent(vault, id, { code, house: row.house, closing: null });
    await insertCodeMessage(db, row, { id, content, minutes: minutesOfCode });
    const allowed = await barMessages(db, row.company_id, [id], rules);
    if (allowed.length === 0) throw new Refusal('invalidPhone');
    // A held code is of no use.
    if ((await holdMessages(db, row.company_id, allowed, { sender: actorOf(row), rules }, row.tenant_id)) > 0) {
      throw new Refusal('tooManyRequests');
    }
    notifyDebounced(db, 'message');
  });
  return readPass(reach, presented);
}

/** @throws {Refusal} `incorrectCode`, also for an expired code and after five guesses */
export async function provePassPhone(
  reach: Reach,
  { vault }: Pick<ReplyDeps, 'vault'>,
  presented: Presented,
  { code }: { code: string },
): Promise<Pass> {
  const { db, row } = await knownPass(reach, presented);
  const expected = await takeGuess(db, row, mostGuesses);
  if (!expected?.equals(hashOfCode(vault, row, code.replaceAll(/\s/g, '')))) throw new Refusal('incorrectCode');
  await transaction(db, async (db) => {
    await storeProof(db, row, minutesOfProof);
    const { company_id: companyId, invitation_id: subjectId } = row;
    await audit(db, actorOf(row), { action: 'invitation.phoneProven', companyId, subject: 'invitation', subjectId });
  });
  return readPass(reach, presented);
}

/** With the phone, so that a code proves no phone that was typed later. */
function hashOfCode(vault: Vault, { guest_id: guestId, phone }: PassRow, code: string): Buffer {
  return vault.sign('phone code', `${guestId}:${phone}:${code}`);
}
