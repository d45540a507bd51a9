import { z } from 'zod';
import type { GrantingProvider } from './directory.ts';
import type { DirectorySettings } from './directory-settings.ts';
import { read } from './directory-answer.ts';
import { type Granting, grantingProvider } from './grant.ts';
import { network, under } from '../http-call.ts';
import { type RetryPolicy, defaultRetryPolicy, withRetries } from '../retry.ts';
import { membersOfGroup } from './google-members.ts';
import { failureOf, isBusy } from './google-refusal.ts';

const scope = [
  'openid',
  'profile',
  'email',
  'https://www.googleapis.com/auth/admin.directory.group.member.readonly',
  'https://www.googleapis.com/auth/admin.directory.user.readonly',
].join(' ');

const Photo = z.object({ photoData: z.string() });

export function google(
  { app, loginUrl, tokenUrl, directoryUrl }: DirectorySettings['google'],
  policy: RetryPolicy = defaultRetryPolicy,
): GrantingProvider {
  const send = withRetries(network(policy.answerMs), policy, isBusy);
  const granting: Granting = {
    loginUrl,
    tokenUrl,
    // Google returns a renewal token only with a new consent.
    login: { scope, access_type: 'offline', prompt: 'consent' },
  };
  return grantingProvider({
    app,
    send,
    granting,
    directory: (call, groupId) => ({
      members: (signal) => membersOfGroup(call, directoryUrl, groupId, signal),
      async photo(memberId, signal) {
        const path = `/users/${encodeURIComponent(memberId)}/photos/thumbnail`;
        const answer = await call(under(directoryUrl, path), signal);
        if (answer.status === 404) return null;
        if (answer.status !== 200) throw failureOf(answer);
        return decodePhoto(read(answer, Photo).photoData);
      },
    }),
  });
}

function decodePhoto(data: string): Buffer {
  return Buffer.from(data.replaceAll(/[*.=]/g, ''), 'base64url');
}
