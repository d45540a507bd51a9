import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import type { LiveMessage } from '@vestibule/contract/live.ts';
import { mostCheckedIn } from '@vestibule/contract/visits/expected.ts';
import { CallFailed, mayHaveHappened } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useSelection } from '../../ui/list/use-selection.ts';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { isExpected } from './SelectBox.tsx';
import { useCheckInExpected } from './use-visitor-changes.ts';

interface BulkCheckIn {
  /** Called once they are in. */
  onDone?: () => void;
  onBadges: (html: string) => void;
}

/** Visitors who were ticked, and their check-in: whoever could not be is shown first, then the badges of the others. */
export function useBulkCheckIn({ onDone, onBadges }: BulkCheckIn) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const selection = useSelection(mostCheckedIn);
  const conflicts = useTarget<readonly Conflict[]>();
  const [badges, setBadges] = useState<string | null>(null);
  const letGo = (gone: readonly number[]) => {
    for (const id of gone) selection.set({ id, group: 0 }, false);
  };
  const { mutateAsync, isPending } = useCheckInExpected();
  const [once] = useState(createOnce);
  // Those for whom this desk has asked and has no answer yet: with the same ones it can ask again, and then gets their badges.
  const unanswered = useRef<readonly number[]>([]);

  async function checkIn(): Promise<void> {
    const ids = [...selection.ids];
    unanswered.current = ids;
    try {
      const { visitors, html, ...outcome } = await once.run(ids, (idempotencyKey) =>
        mutateAsync({ ids, idempotencyKey }),
      );
      unanswered.current = [];
      // Whoever was selected meanwhile stays.
      letGo(ids);
      if (visitors.length > 0) toast(t('visitors.selection.done', { number: visitors.length }));
      onDone?.();
      if (outcome.conflicts.length > 0) {
        setBadges(html);
        conflicts.open(outcome.conflicts);
      } else if (html !== null) onBadges(html);
    } catch (error) {
      reportUnlessOfCall(error);
      if (!mayHaveHappened(error)) unanswered.current = [];
      // Somebody who was selected is gone: who is left can be selected afresh.
      if (error instanceof CallFailed && error.status === 404) selection.clear();
      toast(problemText(error));
    }
  }

  const closeConflicts = () => {
    conflicts.dialog.onClose();
    if (badges !== null) onBadges(badges);
    setBadges(null);
  };

  /** Lets go of whoever was deleted, with whom the others could not be checked in, and of whom another desk has checked in. */
  const hear = ({ event, payload }: LiveMessage) => {
    if (event === 'visitors_removed') letGo(payload.ids);
    if (event !== 'visitors_update') return;
    const came = payload.filter((visitor) => !isExpected(visitor)).map(({ id }) => id);
    letGo(came.filter((id) => !unanswered.current.includes(id)));
  };

  return { selection, hear, isBusy: isPending, checkIn, conflicts: { ...conflicts.dialog, onClose: closeConflicts } };
}
