import { ProviderRequest, ReturnState, signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { z } from 'zod';

const Callback = z.object({ callback: signInWithWorkAccount.body });

interface Return {
  purpose: ReturnState['purpose'] | undefined;
  /** Stored in the history state, so that the address bar does not show it. Without `callback` the provider refused. */
  state: { returnTo: string | undefined; callback?: { code: string; state: string }; request?: ProviderRequest };
}

export function readReturn(search: string): Return {
  const parameters = new URLSearchParams(search);
  const [code, state] = [parameters.get('code'), parameters.get('state')];
  const known = state === null ? undefined : readState(state);
  const returnTo = known?.purpose === 'signIn' ? (known.returnTo ?? undefined) : undefined;
  const request = known?.purpose === 'directory' ? { request: ProviderRequest.parse(known) } : {};
  return {
    purpose: known?.purpose,
    state: { returnTo, ...request, ...(code && state && { callback: { code, state } }) },
  };
}

export function readCallback(historyState: unknown): { code: string; state: string } | undefined {
  return Callback.safeParse(historyState).data?.callback;
}

function readState(state: string): ReturnState | undefined {
  const [payload = ''] = state.split('.');
  try {
    const letters = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return ReturnState.safeParse(JSON.parse(new TextDecoder().decode(bytes))).data;
  } catch {
    return undefined;
  }
}
