import { z } from 'zod';
import { DirectoryFailed, type DirectoryMember } from './directory.ts';
import { firstText, read, unseen } from './directory-answer.ts';
import type { GrantedCall } from './grant.ts';
import { under } from '../http-call.ts';
import { failureOf } from './office365-refusal.ts';

const User = z.object({
  id: z.string().min(1),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  mobilePhone: z.string().nullish(),
  businessPhones: z.array(z.string()).nullish(),
  accountEnabled: z.boolean().nullish(),
});
type User = z.output<typeof User>;

const Page = z.object({ value: z.array(User), '@odata.nextLink': z.string().optional() });

const properties = Object.keys(User.shape).join(',');

const pageSize = 999;

const advanced = { header: { ConsistencyLevel: 'eventual' }, parameter: '$count=true' };

/** Omits nested groups, and blocked accounts, because users who leave are blocked and remain in groups. */
export async function* membersOfGroup(
  call: GrantedCall,
  graphUrl: URL,
  groupId: string,
  signal: AbortSignal,
): AsyncGenerator<readonly DirectoryMember[]> {
  const seen = new Set<string>();
  const asked = new Set<string>();
  const first = under(graphUrl, `/groups/${encodeURIComponent(groupId)}/members/microsoft.graph.user`);
  first.search = `?$select=${properties}&$top=${pageSize}&${advanced.parameter}`;

  for (let next: URL | null = first; next;) {
    asked.add(next.href);
    const answer = await call(next, signal, advanced.header);
    if (answer.status !== 200) throw failureOf(answer);
    const { value, '@odata.nextLink': nextLink } = read(answer, Page);
    const users = value.filter(({ accountEnabled }) => accountEnabled !== false);
    yield unseen(users, seen).map(memberOf);
    next = nextLink === undefined ? null : followed(nextLink, graphUrl, asked);
  }
}

/** The access token goes to this address, so it must be Graph's own. */
function followed(nextLink: string, graphUrl: URL, asked: ReadonlySet<string>): URL {
  const next = URL.parse(nextLink);
  if (next?.origin !== graphUrl.origin || asked.has(next.href)) {
    throw new DirectoryFailed(
      'directoryUnavailable',
      'Microsoft Graph gave an address of the next page that is not to be followed',
    );
  }
  return next;
}

function memberOf({ id, displayName, mail, userPrincipalName, mobilePhone, businessPhones }: User): DirectoryMember {
  const email = firstText(mail, userNameAsEmail(userPrincipalName));
  const name = firstText(displayName, email);
  // Graph returns null instead of a refusal for hidden data.
  if (name === null) throw new DirectoryFailed('serviceAccountRequired', 'Microsoft Graph hides who the members are');
  return { id, name, email, phone: firstText(mobilePhone, ...(businessPhones ?? [])) };
}

/** A member's user name mostly is an e-mail address; a guest's is not. */
function userNameAsEmail(userName: string | null | undefined) {
  return userName?.includes('@') && !userName.includes('#EXT#') ? userName : null;
}
