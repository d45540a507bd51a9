import { z } from 'zod';
import { firstText, read, unseen } from './directory-answer.ts';
import { DirectoryFailed, type DirectoryMember } from './directory.ts';
import type { GrantedCall } from './grant.ts';
import { under } from '../http-call.ts';
import { failureOf } from './google-refusal.ts';

const Phone = z.object({ value: z.string().nullish(), type: z.string().nullish(), primary: z.boolean().nullish() });

const User = z.object({
  id: z.string().min(1),
  primaryEmail: z.string(),
  name: z.object({ fullName: z.string().nullish() }).nullish(),
  phones: z.array(Phone).nullish(),
  suspended: z.boolean().nullish(),
  archived: z.boolean().nullish(),
});
type User = z.output<typeof User>;

const MembersPage = z.object({
  members: z.array(z.object({ id: z.string().optional(), type: z.string().optional() })).default([]),
});
const UsersPage = z.object({ users: z.array(User).default([]) });

/** Members that are read one by one. Above this, Google's limits require listing all users. */
const fewMembers = 200;
const concurrency = 8;

/** Omits nested groups. A group has ids only, so users of other accounts are omitted. */
export async function* membersOfGroup(
  call: GrantedCall,
  directoryUrl: URL,
  groupId: string,
  signal: AbortSignal,
): AsyncGenerator<readonly DirectoryMember[]> {
  const { ids, isEverybody } = await idsInGroup(call, directoryUrl, groupId, signal);
  if (!isEverybody && ids.size <= fewMembers) {
    yield await usersById(call, directoryUrl, [...ids], signal);
    return;
  }
  const list = under(directoryUrl, '/users');
  list.search = new URLSearchParams({
    customer: 'my_customer',
    maxResults: '500',
    fields: `nextPageToken,users(${userFields})`,
  }).toString();
  const left = new Set(ids);
  const seen = new Set<string>();
  for await (const { users } of pagesOf(call, list, UsersPage, signal)) {
    const found = users.filter((user) => isActive(user) && (isEverybody || ids.has(user.id)));
    for (const { id } of users) left.delete(id);
    yield unseen(found, seen).map(memberOf);
    if (!isEverybody && left.size === 0) return;
  }
}

async function idsInGroup(call: GrantedCall, directoryUrl: URL, groupId: string, signal: AbortSignal) {
  const list = under(directoryUrl, `/groups/${encodeURIComponent(groupId)}/members`);
  list.search = new URLSearchParams({
    includeDerivedMembership: 'false',
    maxResults: '200',
    fields: 'nextPageToken,members(id,type)',
  }).toString();
  const ids = new Set<string>();
  let isEverybody = false;
  for await (const { members } of pagesOf(call, list, MembersPage, signal)) {
    for (const { id, type } of members) {
      // One member can mean all users of the account.
      if (type === 'CUSTOMER') isEverybody = true;
      if (type === 'USER' && id !== undefined) ids.add(id);
    }
  }
  return { ids, isEverybody };
}

async function usersById(call: GrantedCall, directoryUrl: URL, ids: string[], signal: AbortSignal) {
  const found: DirectoryMember[] = [];
  const refused: Error[] = [];
  const queue = ids.values();
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  const work = async () => {
    for (const id of queue) {
      const address = under(directoryUrl, `/users/${encodeURIComponent(id)}`);
      address.searchParams.set('fields', userFields);
      const answer = await call(address, both);
      if (answer.status === 404) continue;
      if (answer.status !== 200) {
        const failure = failureOf(answer);
        if (failure.problem !== 'serviceAccountRequired') throw failure;
        refused.push(failure);
        continue;
      }
      const user = read(answer, User);
      if (isActive(user)) found.push(memberOf(user));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work)).finally(() => end.abort());
  const [refusal] = refused;
  if (refusal && found.length === 0) throw refusal;
  return found;
}

const Paging = z.object({ nextPageToken: z.string().optional() });

async function* pagesOf<Shape extends z.ZodType>(
  call: GrantedCall,
  list: URL,
  shape: Shape,
  signal: AbortSignal,
): AsyncGenerator<z.output<Shape>> {
  const address = new URL(list);
  const seen = new Set<string>();
  for (;;) {
    const answer = await call(address, signal);
    if (answer.status !== 200) throw failureOf(answer);
    yield read(answer, shape);
    const { nextPageToken } = read(answer, Paging);
    if (!nextPageToken) return;
    if (seen.has(nextPageToken))
      throw new DirectoryFailed('directoryUnavailable', 'the pages of Google go round in circles');
    seen.add(nextPageToken);
    address.searchParams.set('pageToken', nextPageToken);
  }
}

const userFields = 'id,name/fullName,primaryEmail,phones,suspended,archived';

function isActive({ suspended, archived }: User): boolean {
  return !suspended && !archived;
}

function memberOf({ id, primaryEmail, name, phones }: User): DirectoryMember {
  const email = firstText(primaryEmail);
  return { id, name: firstText(name?.fullName, email) ?? id, email, phone: phoneOf(phones ?? []) };
}

const ofWork = ['work_mobile', 'mobile', 'work', 'main', 'company_main'];

function phoneOf(phones: z.output<typeof Phone>[]): string | null {
  const byType = ofWork.map((type) => phones.find((phone) => phone.type === type));
  const primary = phones.find((phone) => phone.primary && (!phone.type || phone.type === 'custom'));
  return firstText(...byType.map((phone) => phone?.value), primary?.value);
}
