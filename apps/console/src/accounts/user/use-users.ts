import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getCompany } from '@vestibule/contract/accounts/company.ts';
import { getNotificationEmails, setNotificationEmails } from '@vestibule/contract/accounts/notification-emails.ts';
import {
  deleteUser,
  inviteAgain,
  inviteUser,
  listSecondFactors,
  listUsers,
  type UserScope,
  resetSecondFactor,
} from '@vestibule/contract/accounts/user.ts';
import { call } from '@vestibule/web/call.ts';
import { createOnce, createRepeat } from '@vestibule/web/once.ts';
import { keyOf, polledPageOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';
import type { PageQuery } from '../../ui/list/use-list-state.ts';

/** The server appends the token to it. */
const linkAddress = () => `${location.origin}/set-password`;

export function useUsers(scope: UserScope, query: PageQuery) {
  return useQuery(polledPageOf(listUsers, { query: { ...scope, ...query } }));
}

export function useSecondFactors(scope: UserScope) {
  return useQuery(queryOf(listSecondFactors, { query: { ...scope } }));
}

interface Invitation {
  scope: UserScope;
  email: string;
  name?: string | null | undefined;
  isReception: boolean;
  idempotencyKey: string;
}

export function useInviteUser() {
  const reload = useReload();
  return useMutation({
    mutationFn: ({ scope, idempotencyKey, ...user }: Invitation) =>
      call(inviteUser, { query: scope, body: { ...user, url: linkAddress() } }, { idempotencyKey }),
    ...reloading(reload),
  });
}

export function useInviteAgain() {
  const reload = useReload();
  const [once] = useState(createOnce);
  return useMutation({
    mutationFn: (userId: number) => {
      // A second invitation after ten minutes is a new email, not a retry.
      const tenMinutes = Math.floor(Date.now() / 600_000);
      return once.run({ userId, tenMinutes }, (idempotencyKey) =>
        call(inviteAgain, { params: { userId }, body: { url: linkAddress() } }, { idempotencyKey }),
      );
    },
    ...reloading(reload),
  });
}

export function useDeleteUser() {
  const reload = useReload();
  return useMutation({
    mutationFn: (userId: number) => call(deleteUser, { params: { userId } }),
    ...reloading(reload),
  });
}

export function useResetSecondFactor() {
  const client = useQueryClient();
  const [repeatable] = useState(() => createRepeat('noSecondFactor'));
  return useMutation({
    mutationFn: (userId: number) => repeatable(userId, () => call(resetSecondFactor, { params: { userId } })),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(listSecondFactors) })),
  });
}

export function useReadNotificationEmails() {
  return useMutation({
    mutationFn: (companyId: number) => call(getNotificationEmails, { params: { companyId } }),
  });
}

interface NotificationEmailsChange {
  companyId: number;
  notificationEmails: string[];
  previous: string[];
}

export function useSetNotificationEmails() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ companyId, ...body }: NotificationEmailsChange) =>
      call(setNotificationEmails, { params: { companyId }, body }),
    ...reloading(() => client.invalidateQueries({ queryKey: keyOf(getCompany) })),
  });
}

function useReload() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keyOf(listUsers) });
}
