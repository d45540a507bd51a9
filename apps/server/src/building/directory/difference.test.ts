import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compare, type Difference, type KnownEmployee } from './difference.ts';
import { type Member, readMembers } from './member.ts';

const email = fc.option(fc.constantFrom('a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'));
const phone = fc.option(fc.constantFrom('+4790000001', '+4790000002', '+4790000003'));
const service = fc.constantFrom('1', '2', '3', '4', '5', '6');
const member: fc.Arbitrary<Member> = fc
  .record({ idFromService: service, name: fc.constantFrom('Kari', 'Ola'), email, phone })
  .filter((one) => one.email !== null || one.phone !== null);
const members = fc.uniqueArray(member, { selector: ({ idFromService }) => idFromService });
const employee = fc.record({
  idFromService: fc.option(service),
  idBefore: fc.option(service),
  name: fc.constantFrom('Kari', 'Ola'),
  email,
  phone,
  isVisited: fc.boolean(),
});
const isFree = (chosen: readonly (string | null)[]) =>
  new Set(chosen.filter(Boolean)).size === chosen.filter(Boolean).length;
const known: fc.Arbitrary<KnownEmployee[]> = fc
  .array(employee, { maxLength: 6 })
  .map((all) =>
    all.map((one, index) => ({ ...one, idBefore: one.idFromService === null ? one.idBefore : null, id: index + 1 })),
  )
  .filter((all) =>
    (['idFromService', 'idBefore', 'email', 'phone'] as const).every((key) => isFree(all.map((one) => one[key]))),
  );

function after(before: readonly KnownEmployee[], { added, changed, removed }: Difference) {
  const stay = before.filter(({ id }) => !removed.includes(id));
  return [...stay.map((one) => changed.find(({ employeeId }) => employeeId === one.id) ?? one), ...added];
}

test('e-mail and phone stay unique for any list of the directory', () => {
  fc.assert(
    fc.property(known, members, (before, listed) => {
      const result = after(before, compare(before, listed));
      const clashes = (['idFromService', 'email', 'phone'] as const).filter(
        (key) => !isFree(result.map((one) => one[key])),
      );
      expect(clashes).toEqual([]);
    }),
    { numRuns: 2_000 },
  );
});

test('each member is an employee or a conflict, and employees who left are removed unless visited', () => {
  fc.assert(
    fc.property(known, members, (before, listed) => {
      const difference = compare(before, listed);
      const services = after(before, difference).flatMap(({ idFromService }) => idFromService ?? []);
      const missing = listed.filter(({ idFromService }) => !services.includes(idFromService));
      expect(missing.length).toBeLessThanOrEqual(difference.conflicts.length);
      const unlisted = services.filter((id) => !listed.some(({ idFromService }) => idFromService === id));
      expect(unlisted.length).toBe(difference.kept.length);
      const byHand = (all: readonly { idFromService: string | null }[]) =>
        all.filter(({ idFromService }) => idFromService === null);
      const isBack = ({ id, idBefore }: KnownEmployee) =>
        difference.changed.some(({ employeeId, idFromService }) => employeeId === id && idFromService === idBefore);
      expect(byHand(after(before, difference))).toEqual(byHand(before.filter((one) => !isBack(one))));
    }),
    { numRuns: 1_000 },
  );
});

test('a second run finds no difference, except for values that the first run freed', () => {
  fc.assert(
    fc.property(members, (listed) => {
      const first = after([], compare([], listed));
      const settled = first.map((one, index) => ({ ...one, idBefore: null, id: index + 1, isVisited: false }));
      expect(compare(settled, listed)).toMatchObject({ added: [], changed: [], removed: [], kept: [] });
    }),
  );
});

test('the first of several members with one phone gets it, and the others have none', () => {
  const listed = ['1', '2', '3'].map((id) => ({
    idFromService: id,
    name: 'Kari',
    email: `${id}@x.test`,
    phone: '+4722123456',
  }));
  const { added, conflicts } = compare([], listed);
  expect(added.map(({ phone }) => phone)).toEqual(['+4722123456', null, null]);
  expect(conflicts).toEqual([]);
});

test('omits placeholders that the directory has as phone or address', () => {
  const { members, conflicts } = readMembers(
    [
      { id: '1', name: ' Kari\n Nordmann ', email: 'Kari@X.test', phone: 'ext. 12' },
      { id: '2', name: 'Ola', email: 'nothing', phone: '90 12 34 56' },
      { id: '3', name: 'Nobody', email: null, phone: '12' },
      { id: '4', name: 'Nowhere', email: ' ', phone: null },
      { id: '5', name: 'No address', email: 'nothing', phone: null },
      { id: '6', name: ' ', email: 'f@x.test', phone: null },
      { id: '7', name: '\u3164\u2800', email: 'g@x.test', phone: null },
    ],
    'NO',
  );
  expect(members).toEqual([
    { idFromService: '1', name: 'Kari  Nordmann', email: 'kari@x.test', phone: null },
    { idFromService: '2', name: 'Ola', email: null, phone: '+4790123456' },
  ]);
  expect(conflicts.map(({ reason }) => reason)).toEqual([
    'invalidPhone',
    'emailOrPhoneRequired',
    'incorrectEmail',
    'nameRequired',
    'nameRequired',
  ]);
});
