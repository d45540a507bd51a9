import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { z } from 'zod';
import { bool, int, text } from '../../platform/db/typed-sql.ts';
import { conflictOf, Member } from './member.ts';

export const KnownEmployee = Member.extend({
  id: int,
  idFromService: text.nullable(),
  /** The id in this directory from before a disconnection. */
  idBefore: text.nullable(),
  isVisited: bool,
});
export type KnownEmployee = z.infer<typeof KnownEmployee>;

export interface ChangedMember extends Member {
  employeeId: number;
}

export interface Difference {
  added: Member[];
  changed: ChangedMember[];
  removed: number[];
  kept: number[];
  conflicts: Conflict[];
}

const removalShare = 0.3;

/**
 * These rules decide: a member whose email or phone belongs to an employee of another origin is a conflict; an employee kept at a
 * disconnection becomes the member with that id again; a shared email or phone goes to the first member by id; the others with a shared
 * email are conflicts.
 */
export function compare(before: readonly KnownEmployee[], members: readonly Member[]): Difference {
  const listed = new Set(members.map(({ idFromService }) => idFromService));
  const known = takeBack(before, listed);
  const leaving = known.filter((one) => one.idFromService !== null && !listed.has(one.idFromService));
  const kept = leaving.filter(({ isVisited }) => isVisited);
  const removed = leaving.filter(({ isVisited }) => !isVisited);

  const byService = new Map(known.map((one) => [one.idFromService, one]));
  const inOrder = members.toSorted((one, other) => (one.idFromService < other.idFromService ? -1 : 1));
  const others = [...known.filter(({ idFromService }) => idFromService === null), ...kept];
  // A refused former employee keeps e-mail and phone, which can refuse others.
  let refused = new Set<string>();
  for (;;) {
    const staying = inOrder.flatMap(({ idFromService }) => {
      const employee = refused.has(idFromService) ? byService.get(idFromService) : undefined;
      return employee ? [employee] : [];
    });
    const shared = share(inOrder, refused, [...others, ...staying]);
    if (shared.refused.size === refused.size) {
      const conflicts = inOrder
        .filter(({ idFromService }) => refused.has(idFromService))
        .map((member) => conflictOf(member, 'AlreadyInUseForOtherEmployee'));
      return {
        ...sorted(shared.members, byService),
        removed: removed.map(({ id }) => id),
        kept: kept.map(({ id }) => id),
        conflicts,
      };
    }
    ({ refused } = shared);
  }
}

function takeBack(before: readonly KnownEmployee[], listed: ReadonlySet<string>): KnownEmployee[] {
  const linked = new Set(before.map(({ idFromService }) => idFromService));
  return before.map((one) => {
    const { idFromService, idBefore } = one;
    const isBack = idFromService === null && idBefore !== null && listed.has(idBefore) && !linked.has(idBefore);
    return isBack ? { ...one, idFromService: idBefore } : one;
  });
}

export function isTooMany({ removed, of }: { removed: number; of: number }): boolean {
  return removed > of * removalShare;
}

function share(
  members: readonly Member[],
  refusedBefore: ReadonlySet<string>,
  others: readonly Pick<Member, 'email' | 'phone'>[],
): { members: Member[]; refused: Set<string> } {
  const foreign = { emails: emailsOf(others), phones: phonesOf(others) };
  const given = { emails: new Set<string>(), phones: new Set<string>() };
  const refused = new Set(refusedBefore);
  const served: Member[] = [];
  for (const member of members) {
    const { idFromService, email, phone } = member;
    if (refused.has(idFromService)) continue;
    const isForeign = has(foreign.emails, email) || has(foreign.phones, phone);
    const ownPhone = has(given.phones, phone) ? null : phone;
    if (isForeign || has(given.emails, email) || (email === null && ownPhone === null)) {
      refused.add(idFromService);
      continue;
    }
    if (email !== null) given.emails.add(email);
    if (ownPhone !== null) given.phones.add(ownPhone);
    served.push({ ...member, phone: ownPhone });
  }
  return { members: served, refused };
}

function sorted(members: readonly Member[], byService: ReadonlyMap<string | null, KnownEmployee>) {
  const added: Member[] = [];
  const changed: ChangedMember[] = [];
  for (const member of members) {
    const employee = byService.get(member.idFromService);
    if (!employee) added.push(member);
    else if (employee.idBefore !== null || !isSame(employee, member))
      changed.push({ ...member, employeeId: employee.id });
  }
  return { added, changed };
}

function isSame(employee: KnownEmployee, { name, email, phone }: Member): boolean {
  return employee.name === name && employee.email === email && employee.phone === phone;
}

function emailsOf(people: readonly Pick<Member, 'email'>[]): Set<string> {
  return new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? []));
}

function phonesOf(people: readonly Pick<Member, 'phone'>[]): Set<string> {
  return new Set(people.flatMap(({ phone }) => phone ?? []));
}

function has(taken: ReadonlySet<string>, value: string | null): boolean {
  return value !== null && taken.has(value);
}
