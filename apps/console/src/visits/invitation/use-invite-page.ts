import { lazy } from 'react';
import { loadLater } from '../../ui/load-later.ts';

export { forgetDrafts } from './invite-draft.ts';

/** The page of hosts, for the folder of hosts. */
export const InvitePage = lazy(async () => ({
  default: (await loadLater(() => import('./InvitePage.tsx'))).InvitePage,
}));
