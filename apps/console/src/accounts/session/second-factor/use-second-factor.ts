import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '@vestibule/contract/accounts/second-factor.ts';
import { call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { keyOf, queryOf } from '@vestibule/web/query.ts';
import { useState } from 'react';

export function useSecondFactor(enabled: boolean) {
  return useQuery({ ...queryOf(getSecondFactor), enabled });
}

/** Two-step sign-in is on after the first code. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (password?: string) => call(beginSecondFactor, { body: password === undefined ? {} : { password } }),
  });
}

const recoveryCodesKey = ['recoveryCodes'];

/** Whether recovery codes are being fetched or shown. They are shown once. */
export function useAreRecoveryCodesPending(): () => boolean {
  const client = useQueryClient();
  return () => client.isMutating({ mutationKey: recoveryCodesKey }) > 0;
}

export function useConfirmSecondFactor() {
  const reload = useReload();
  return useMutation({
    mutationKey: recoveryCodesKey,
    mutationFn: (code: string) => call(confirmSecondFactor, { body: { code } }),
    onSuccess: reload,
  });
}

export function useRenewRecoveryCodes() {
  const reload = useReload();
  return useMutation({
    mutationKey: recoveryCodesKey,
    mutationFn: (code: string) => call(renewRecoveryCodes, { body: { code } }),
    onSuccess: reload,
  });
}

export function useRemoveSecondFactor() {
  const reload = useReload();
  const [repeatable] = useState(() => createRepeat('noSecondFactor'));
  return useMutation({
    // A retry would send a code that has expired.
    mutationFn: (code: string) => repeatable(null, () => call(removeSecondFactor, { body: { code } })),
    onSuccess: reload,
  });
}

function useReload() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(getSecondFactor) });
}
