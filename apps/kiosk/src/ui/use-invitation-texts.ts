import { invitation as english, type InvitationTexts } from '@vestibule/phrases/en/kiosks/invitation.ts';
import { useSpoken } from './texts.tsx';

/** For screens outside of the first load. */
export function useInvitationTexts(): InvitationTexts {
  return useSpoken().texts.invitation ?? english;
}
