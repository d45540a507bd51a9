import { Errand, ReturnState, signInWithWorkAccount } from '@vestibule/contract/accounts/work-account.ts';
import { z } from 'zod';

const Brought = z.object({ brought: signInWithWorkAccount.body });

interface Return {
  purpose: ReturnState['purpose'] | undefined;
  /** Stored in the history state, so that the address bar does not show it. Without `brought` the provider refused. */
  state: { asked: string | undefined; brought?: { code: string; state: string }; errand?: Errand };
}

export function readReturn(search: string): Return {
  const parameters = new URLSearchParams(search);
  const [code, state] = [parameters.get('code'), parameters.get('state')];
  const known = state === null ? undefined : readState(state);
  const asked = known?.purpose === 'signIn' ? (known.returnTo ?? undefined) : undefined;
  const errand = known?.purpose === 'directory' ? { errand: Errand.parse(known) } : {};
  return { purpose: known?.purpose, state: { asked, ...errand, ...(code && state && { brought: { code, state } }) } };
}

export function readBrought(historyState: unknown): { code: string; state: string } | undefined {
  return Brought.safeParse(historyState).data?.brought;
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
