import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  connectDirectory,
  connectLoopbooking,
  getSynchronization,
  type LoopbookingAccess,
  removeDirectory,
  synchronizeEmployees,
  testLoopbooking,
} from '@vestibule/contract/building/directory.ts';
import type { GrantingType } from '@vestibule/contract/accounts/directory-grant.ts';
import { listEmployees } from '@vestibule/contract/building/employee.ts';
import { getTenant, listTenants } from '@vestibule/contract/building/tenant.ts';
import { authorizeWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { call, type CallInput } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { keyOf, queryOf, reloading } from '@vestibule/web/query.ts';
import { useState } from 'react';

/** Polled every second while it runs. */
export function useSynchronization(tenantId: number, enabled = true) {
  return useSynchronizationEvery(tenantId, enabled, 10_000);
}

/** Polls at once, because the run may not have started yet. */
export function useOwnSynchronization(tenantId: number, isAsked: boolean) {
  return useSynchronizationEvery(tenantId, isAsked, 1_000);
}

function useSynchronizationEvery(tenantId: number, enabled: boolean, idleMs: number) {
  return useQuery({
    ...queryOf(getSynchronization, { params: { tenantId } }),
    enabled,
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? 1_000 : idleMs),
  });
}

export function useSynchronize(tenantId: number) {
  const reload = useReloadDirectory();
  return useMutation({
    mutationFn: ({ preview = false, confirm = false }: { preview?: boolean; confirm?: boolean }) =>
      call(synchronizeEmployees, {
        params: { tenantId },
        query: { ...(preview && { preview: 'true' }), ...(confirm && { confirm: 'true' }) },
      }),
    // Waits for the list: a tenant that it shows without a synchronization would get a preview again.
    onSettled: reload,
  });
}

interface Wish {
  type: GrantingType;
  groupId: string;
  clientId: string | null;
}

export function useAuthorize(tenantId: number) {
  const { onError } = reloading(useReloadDirectory());
  return useMutation({
    mutationFn: ({ type, groupId, clientId }: Wish) =>
      call(authorizeWorkAccount, {
        query: { purpose: 'directory', tenantId, type, groupId, ...(clientId !== null && { clientId }) },
      }),
    onError,
  });
}

export function useConnectDirectory() {
  const reload = useReloadDirectory();
  const [repeatable] = useState(() => createRepeat('integrationAlreadySet'));
  return useMutation({
    mutationFn: async (input: CallInput<typeof connectDirectory>) =>
      (await repeatable(input, () => call(connectDirectory, input))) ?? asConnected(input.params),
    ...reloading(reload),
  });
}

export function useTestLoopbooking() {
  return useMutation({ mutationFn: (body: LoopbookingAccess) => call(testLoopbooking, { body }) });
}

export function useConnectLoopbooking(tenantId: number) {
  const reload = useReloadDirectory();
  const [repeatable] = useState(() => createRepeat('integrationAlreadySet'));
  return useMutation({
    mutationFn: async (body: LoopbookingAccess) =>
      (await repeatable(body, () => call(connectLoopbooking, { params: { tenantId }, body }))) ??
      asConnected({ tenantId }),
    ...reloading(reload),
  });
}

/** Replaces a lost answer: reads the tenant. */
async function asConnected(params: CallInput<typeof getTenant>['params']) {
  return { tenant: await call(getTenant, { params, query: { employees: 'false' } }), conflicts: [] };
}

export function useRemoveDirectory() {
  const reload = useReloadDirectory();
  const [repeatable] = useState(() => createRepeat('noIntegration'));
  return useMutation({
    mutationFn: ({ tenantId, ...body }: { tenantId: number; shouldDeleteEmployees: boolean }) =>
      repeatable({ tenantId, ...body }, () => call(removeDirectory, { params: { tenantId }, body })),
    ...reloading(reload),
  });
}

function useReloadDirectory() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [getSynchronization, listTenants, getTenant, listEmployees].map((read) =>
        client.invalidateQueries({ queryKey: keyOf(read) }),
      ),
    );
}
