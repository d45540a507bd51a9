import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { FieldKey } from '@vestibule/contract/platform/refusal.ts';
import { Email, isUnseen } from '@vestibule/contract/platform/values.ts';
import { z } from 'zod';
import { text } from '../../platform/db/typed-sql.ts';
import type { DirectoryMember } from '../../platform/integrations/directory/directory.ts';
import { phoneOrNull } from '../../platform/values/phone.ts';

const longestName = 120;
const longestId = 512;

export const Member = z.strictObject({
  idFromService: text,
  name: text,
  email: text.nullable(),
  phone: text.nullable(),
});
export type Member = z.infer<typeof Member>;

export interface Members {
  members: Member[];
  conflicts: Conflict[];
}

/** Drops unreadable phones, such as extensions. A member without e-mail and phone, or without a name, cannot be an employee. */
export function readMembers(listed: readonly DirectoryMember[], countryCode: string): Members {
  const members: Member[] = [];
  const conflicts: Conflict[] = [];
  for (const one of listed) {
    const member = readMember(one, countryCode);
    const problem = problemOf(member, one);
    if (problem) conflicts.push(conflictOf(one, problem));
    else members.push(member);
  }
  return { members, conflicts };
}

export function conflictOf(
  { name, email, phone }: Pick<Member, 'name' | 'email' | 'phone'>,
  reason: FieldKey,
): Conflict {
  return { name: name || null, phone, email, reason };
}

function readMember({ id, name, email, phone }: DirectoryMember, countryCode: string): Member {
  return {
    idFromService: id,
    name: toLine(name),
    email: Email.safeParse(email).data ?? null,
    phone: phone === null ? null : phoneOrNull(phone, countryCode),
  };
}

function problemOf({ idFromService, name, email, phone }: Member, listed: DirectoryMember): FieldKey | undefined {
  if (isUnseen(name)) return 'nameRequired';
  if (idFromService === '' || idFromService.length > longestId || idFromService.includes('\0')) return 'invalidValue';
  if (email !== null || phone !== null) return undefined;
  if (listed.phone?.trim()) return 'invalidPhone';
  return listed.email?.trim() ? 'incorrectEmail' : 'emailOrPhoneRequired';
}

function toLine(text: string): string {
  const line = text
    .toWellFormed()
    .normalize()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return [...line].slice(0, longestName).join('').trim();
}
